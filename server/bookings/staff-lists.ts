import { toDay, toTime } from '#contract/dates.ts'
import { toAmount } from '#contract/money.ts'
import type { Context } from '#server/core/context.ts'
import { pageOf } from '#server/http/paged.ts'
import { withLapsedHoldEnded } from './holds.ts'
import {
  countPending,
  type FoundIDs,
  listBeneficiariesNamed,
  listFoundRows,
  listHeldByNamed,
  listPendingRows,
  listRowsByContact,
  type PendingFilter,
  pageLength,
  type StaffRow,
} from './list-queries.ts'

/** The bookings of every applicant with this contact number, newest first. */
export async function searchBookings(
  { db, clock }: Context,
  { query, cursor }: { query: string; cursor?: string | undefined },
) {
  const now = clock()
  const rows = await listRowsByContact(db, query, cursor)
  return toBookingPage(rows.map((row) => withLapsedHoldEnded(row, now)))
}

const nobody: FoundIDs = { bookingIDs: [], userIDs: [], nicheIDs: [], beneficiaryIDs: [] }

interface BookingCriteria extends Partial<Omit<FoundIDs, 'beneficiaryIDs'>> {
  /** The beginnings of words in the name of the beneficiary, or of the holder in a register. */
  beneficiaryName?: string | undefined
}

/** Bookings that meet one of the criteria, newest first. */
export async function findBookings(
  { db, clock }: Context,
  { beneficiaryName, ...ids }: BookingCriteria,
  limit: number,
) {
  const named = beneficiaryName ? await listBeneficiariesNamed(db, beneficiaryName, limit) : []
  const beneficiaryIDs = named.map(({ beneficiaryID }) => beneficiaryID)
  const locked = beneficiaryName ? await listHeldByNamed(db, beneficiaryName, limit) : []
  const bookingIDs = [...(ids.bookingIDs ?? []), ...locked.map(({ bookingID }) => bookingID)]
  const rows = await listFoundRows(db, { ...nobody, ...ids, bookingIDs, beneficiaryIDs }, limit)
  const now = clock()
  return rows.map((row) => toBookingRow(withLapsedHoldEnded(row, now)))
}

/** Pending bookings, the longest wait first. The cursor is the last booking of the previous page. */
export async function listPending({ db, clock }: Context, filter: PendingFilter) {
  return toBookingPage(await listPendingRows(db, clock(), filter))
}

const toBookingPage = (rows: readonly StaffRow[]) =>
  pageOf(rows.map(toBookingRow), pageLength, ({ bookingID }) => bookingID)

export const readPendingCounts = ({ db, clock }: Context) => countPending(db, clock())

/** Names each field: copying the rest of a row makes objects that are several times slower to make and to serialise. */
const toBookingRow = (row: StaffRow) => ({
  id: row.bookingID,
  bookingID: row.bookingID,
  version: row.version,
  bookingStatus: row.bookingStatus,
  bookingType: row.bookingType,
  customerName: row.customerName,
  service: row.urnRequested ? ('Urn placement' as const) : ('Niche booking' as const),
  date: toDay(row.createdAt),
  time: toTime(row.createdAt),
  createdAt: row.createdAt,
  waitingSince: row.waitingSince,
  nicheID: row.nicheID,
  nicheCode: row.nicheCode,
  nicheStatus: row.nicheStatus,
  beneficiaryName: row.beneficiaryName,
  paymentAmount: row.amountCents === null ? null : toAmount(row.amountCents),
  paymentMethod: row.paymentMethod,
  paymentStatus: row.paymentStatus,
  urnRequested: row.urnRequested,
  certificateAsked: row.certificateAsked,
  placedUrn: row.placedUrn,
  madeBy: row.madeBy,
})
