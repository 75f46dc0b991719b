import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { BookingRow } from '#contract/bookings/api.ts'
import { toDay, toTime } from '#contract/dates.ts'
import { toAmount } from '#contract/money.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { beneficiaries, bookings, niches, payments, urnRequests, users } from '#server/database/schema.ts'
import { toPage } from '#server/http/paged.ts'
import { whereStillPending, withLapsedHoldEnded } from './holds.ts'

const pageLength = 1000
const oldestFirst = [asc(bookings.waitingSince), asc(bookings.bookingID)]
const isOpenRequest = and(eq(urnRequests.bookingID, bookings.bookingID), eq(urnRequests.status, 'Open'))

/** The bookings of every applicant with this contact number, newest first. */
export async function searchBookings({ db, clock }: Context, contactKey: string): Promise<BookingRow[]> {
  const now = clock()
  const rows = await selectRows(db)
    .where(eq(users.contactKey, contactKey))
    .orderBy(desc(bookings.createdAt), desc(bookings.bookingID))
    .limit(pageLength)
  return rows.map((row) => toBookingRow(withLapsedHoldEnded(row, now)))
}

export type PendingKind = 'Current' | 'PreOrder' | 'Urn'

/** Pending bookings, the longest wait first. The cursor is the last booking of the previous page. */
export async function listPending(
  { db, clock }: Context,
  { kind, cursor }: { kind?: PendingKind | undefined; cursor?: string | undefined },
) {
  /** Selects the page's IDs first, so that only those rows are joined to users, payments and niches. */
  const pageIDs = db
    .select({ bookingID: bookings.bookingID })
    .from(bookings)
    .leftJoin(urnRequests, isOpenRequest)
    .where(and(whereStillPending(clock()), whereKind(kind), cursor ? after(cursor) : undefined))
    .orderBy(...oldestFirst)
    .limit(pageLength + 1)
    .as('page_ids')
  const rows = await selectRows(db)
    .innerJoin(pageIDs, eq(pageIDs.bookingID, bookings.bookingID))
    .orderBy(...oldestFirst)
  const page = rows.slice(0, pageLength)
  return toPage(page.map(toBookingRow), rows.length > pageLength ? page.at(-1)?.bookingID : undefined)
}

/** Compares in SQL, because database timestamps are more precise than JavaScript dates. */
const after = (bookingID: string): SQL =>
  sql`(${bookings.waitingSince}, ${bookings.bookingID}) > (select c.waiting_since, c.booking_id from bookings c where c.booking_id = ${bookingID})`

function whereKind(kind: PendingKind | undefined): SQL | undefined {
  if (!kind) return undefined
  if (kind === 'Urn') return isNotNull(urnRequests.urnRequestID)
  return and(eq(bookings.bookingType, kind), isNull(urnRequests.urnRequestID))
}

const selectRows = (db: Db) =>
  db
    .select({
      bookingID: bookings.bookingID,
      version: bookings.version,
      bookingStatus: bookings.bookingStatus,
      bookingType: bookings.bookingType,
      customerName: users.fullName,
      createdAt: bookings.createdAt,
      waitingSince: bookings.waitingSince,
      nicheID: bookings.nicheID,
      nicheCode: niches.nicheCode,
      nicheStatus: niches.status,
      beneficiaryName: beneficiaries.beneficiaryName,
      amountCents: payments.amountCents,
      paymentMethod: payments.paymentMethod,
      paymentStatus: payments.paymentStatus,
      holdExpiresAt: bookings.holdExpiresAt,
      urnRequested: isNotNull(urnRequests.urnRequestID).mapWith(Boolean),
      madeBy: bookings.madeBy,
    })
    .from(bookings)
    .innerJoin(users, eq(users.userID, bookings.userID))
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .leftJoin(urnRequests, isOpenRequest)
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectRows>>[number]

const toBookingRow = ({ createdAt, waitingSince, amountCents, holdExpiresAt, ...row }: Row): BookingRow => ({
  ...row,
  id: row.bookingID,
  service: row.urnRequested ? 'Urn placement' : 'Niche booking',
  date: toDay(createdAt),
  time: toTime(createdAt),
  createdAt: createdAt.toISOString(),
  waitingSince: waitingSince.toISOString(),
  paymentAmount: toAmount(amountCents),
})
