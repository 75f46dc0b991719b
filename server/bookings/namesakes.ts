import { and, asc, eq, ne, type SQL } from 'drizzle-orm'
import { whereActive } from '#server/database/active-booking.ts'
import { hasKeyOf } from '#server/database/name-search.ts'
import { hasWords, isSameName } from '#server/database/same-name.ts'
import { beneficiaries, bookings, locationColumns, nicheLocations } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

/** A list that is longer no longer helps anybody. */
const mostRows = 50

export interface Booked {
  bookingID: string
  beneficiaryName: string
}

export type Namesake = Awaited<ReturnType<typeof selectNamesakes>>[number]

/**
 * Everyone else in the house with the same name or nearly the same: spacing, hyphens, case, accents and the order of the words
 * do not matter. Two of them can be the same person booked twice, or two people whose urns must not be confused.
 */
export async function listNamesakes(db: Db, booked: Booked, isInHouse?: SQL): Promise<Namesake[]> {
  if (!hasWords(booked.beneficiaryName)) return []
  const rows = await selectNamesakes(db, booked, isInHouse)
  return rows.filter(({ beneficiary }) => isSameName(beneficiary.beneficiaryName, booked.beneficiaryName))
}

export const beneficiaryIDsOf = (namesakes: readonly Namesake[]) =>
  namesakes.map(({ beneficiary }) => beneficiary.beneficiaryID)

export const selectNamesakes = (
  db: Db,
  { bookingID, beneficiaryName }: Booked,
  isInHouse: SQL | undefined = whereActive,
) =>
  db
    .select({
      bookingID: bookings.bookingID,
      beneficiary: beneficiaries,
      ...locationColumns,
    })
    .from(beneficiaries)
    .innerJoin(bookings, eq(bookings.beneficiaryID, beneficiaries.beneficiaryID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, bookings.nicheID))
    .where(and(hasKeyOf(beneficiaries.beneficiaryName, beneficiaryName), ne(bookings.bookingID, bookingID), isInHouse))
    .orderBy(asc(bookings.bookingID))
    .limit(mostRows)
