import { and, eq, gte, ne, or, type SQL, sql } from 'drizzle-orm'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import type { Namesake } from '#contract/urns/confirmation.ts'
import type { Db } from '#server/database/database.ts'
import { nameKey } from '#server/database/name-search.ts'
import { beneficiaries, blocks, bookings, buildings, levels, niches, urnMoves, urns } from '#server/database/schema.ts'

export type NamesakeRow = Awaited<ReturnType<typeof listNamesakeRows>>[number]

interface Named {
  beneficiaryID: string
  beneficiaryName: string
}

/** Their urn is here, or a niche is kept for them. */
const isInHouse = or(
  and(ne(bookings.bookingStatus, 'Cancelled'), ne(bookings.bookingType, 'Archived')),
  sql`(select last.event <> 'release' from ${urnMoves} last join ${urns} u on u.tag = last.tag
    where u.booking_id = ${bookings.bookingID} order by last.position desc limit 1)`,
)

const hasSameName = ({ beneficiaryName }: Named): SQL =>
  eq(nameKey(beneficiaries.beneficiaryName), nameKey(sql`${beneficiaryName}::text`))

/** Everyone else in the house whose name is the same, or differs only in spacing, hyphens, case or the order of its words. */
export const listNamesakeRows = (db: Db, person: Named) =>
  db
    .select({
      beneficiary: beneficiaries,
      nicheCode: niches.nicheCode,
      buildingName: buildings.buildingName,
      levelNumber: levels.levelNumber,
      blockName: blocks.blockName,
    })
    .from(beneficiaries)
    .innerJoin(bookings, eq(bookings.beneficiaryID, beneficiaries.beneficiaryID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .innerJoin(blocks, eq(blocks.blockID, niches.blockID))
    .innerJoin(levels, eq(levels.levelID, blocks.levelID))
    .innerJoin(buildings, eq(buildings.buildingID, levels.buildingID))
    .where(and(hasSameName(person), ne(beneficiaries.beneficiaryID, person.beneficiaryID), isInHouse))
    .orderBy(niches.nicheCode)
    .limit(50)

export const presentNamesake = ({ beneficiary, nicheCode, ...place }: NamesakeRow): Namesake => ({
  name: beneficiary.beneficiaryName,
  nicheCode,
  place: buildingLevelBlock(place),
  dateOfBirth: beneficiary.dateOfBirth ?? beneficiary.bornIn,
  dateOfDeath: beneficiary.dateOfDeath ?? beneficiary.diedIn,
})

/** Names of other people from one place of the list on, the same each time. */
export async function listOtherNames(db: Db, person: Named, from: string): Promise<string[]> {
  const rows = await db
    .select({ name: beneficiaries.beneficiaryName, isSame: hasSameName(person).mapWith(Boolean) })
    .from(beneficiaries)
    .where(and(gte(beneficiaries.beneficiaryID, from), ne(beneficiaries.beneficiaryName, '')))
    .orderBy(beneficiaries.beneficiaryID)
    .limit(20)
  return rows.filter(({ isSame }) => !isSame).map(({ name }) => name)
}
