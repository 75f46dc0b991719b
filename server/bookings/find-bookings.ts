import type { Context } from '#server/core/context.ts'
import { withLapsedHoldEnded } from './holds.ts'
import { type FoundIDs, listBeneficiariesNamed, listFoundRows, listHeldByNamed } from './list-queries.ts'
import { toBookingRow } from './staff-lists.ts'

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
  const held = beneficiaryName ? await listHeldByNamed(db, beneficiaryName, limit) : []
  const bookingIDs = [...(ids.bookingIDs ?? []), ...held.map(({ bookingID }) => bookingID)]
  const rows = await listFoundRows(db, { ...nobody, ...ids, bookingIDs, beneficiaryIDs }, limit)
  const now = clock()
  return rows.map((row) => toBookingRow(withLapsedHoldEnded(row, now)))
}
