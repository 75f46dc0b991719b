import { and, asc, eq, ne } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { hasKeyOf } from '#server/database/name-search.ts'
import { hasWords, isSameName } from '#server/database/same-name.ts'
import { beneficiaries, blocks, bookings, buildings, levels, niches } from '#server/database/schema.ts'
import { knownDates } from './beneficiary.ts'
import { whereActive } from './holds.ts'

/** More than this, and a list no longer helps anybody. */
const mostRows = 50

export interface Namesake {
  bookingID: string
  beneficiaryName: string
  dateOfBirth: string | null
  dateOfDeath: string | null
  nicheCode: string
  blockName: string
  levelNumber: number
  buildingName: string
}

/**
 * Everyone else in the house with the same name or nearly the same: spacing, hyphens, case, accents and the order of the words
 * do not matter. Two of them can be the same person booked twice, or two people whose urns must not be confused.
 */
export async function listNamesakes(
  db: Db,
  { bookingID, beneficiaryName }: { bookingID: string; beneficiaryName: string },
): Promise<Namesake[]> {
  if (!hasWords(beneficiaryName)) return []
  const rows = await selectNamesakes(db, bookingID, beneficiaryName)
  return rows
    .filter((row) => isSameName(row.beneficiaryName, beneficiaryName))
    .map(({ bornIn, diedIn, ...row }) => ({ ...row, ...knownDates({ ...row, bornIn, diedIn }) }))
}

export const selectNamesakes = (db: Db, bookingID: string, name: string) =>
  db
    .select({
      bookingID: bookings.bookingID,
      beneficiaryName: beneficiaries.beneficiaryName,
      dateOfBirth: beneficiaries.dateOfBirth,
      dateOfDeath: beneficiaries.dateOfDeath,
      bornIn: beneficiaries.bornIn,
      diedIn: beneficiaries.diedIn,
      nicheCode: niches.nicheCode,
      blockName: blocks.blockName,
      levelNumber: levels.levelNumber,
      buildingName: buildings.buildingName,
    })
    .from(beneficiaries)
    .innerJoin(bookings, eq(bookings.beneficiaryID, beneficiaries.beneficiaryID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .innerJoin(blocks, eq(blocks.blockID, niches.blockID))
    .innerJoin(levels, eq(levels.levelID, blocks.levelID))
    .innerJoin(buildings, eq(buildings.buildingID, levels.buildingID))
    .where(and(hasKeyOf(beneficiaries.beneficiaryName, name), ne(bookings.bookingID, bookingID), whereActive))
    .orderBy(asc(bookings.bookingID))
    .limit(mostRows)
