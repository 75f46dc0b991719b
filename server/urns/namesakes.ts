import { and, gte, ne, or, sql } from 'drizzle-orm'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import type { Namesake } from '#contract/urns/confirmation.ts'
import { knownDates, listNamesakes, type Namesake as NamesakeRow } from '#server/bookings/public.ts'
import { hasKeyOf } from '#server/database/name-search.ts'
import { beneficiaries, bookings, urnNow, urns } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import type { LockedUrn } from './queries.ts'

/** The person's urn is here, or a niche is kept for them. */
const isInHouse = or(
  and(ne(bookings.bookingStatus, 'Cancelled'), ne(bookings.bookingType, 'Archived')),
  sql`exists (select from ${urns} join ${urnNow} on ${urnNow.tag} = ${urns.tag}
    where ${urns.bookingID} = ${bookings.bookingID} and ${urnNow.event} not in ('release', 'disprove'))`,
)

export const listNamesakesInHouse = (db: Db, { booking, beneficiary }: Pick<LockedUrn, 'booking' | 'beneficiary'>) =>
  listNamesakes(db, { ...booking, ...beneficiary }, isInHouse)

export const presentNamesake = ({ beneficiary, nicheCode, ...location }: NamesakeRow): Namesake => ({
  name: beneficiary.beneficiaryName,
  nicheCode,
  place: buildingLevelBlock(location),
  ...knownDates(beneficiary),
})

/** Names of other people, in the order of their IDs from `from` on, so that the same seed gives the same decoys. */
export async function listOtherNames(db: Db, name: string, from: string): Promise<string[]> {
  const rows = await db
    .select({
      name: beneficiaries.beneficiaryName,
      isSame: hasKeyOf(beneficiaries.beneficiaryName, name).mapWith(Boolean),
    })
    .from(beneficiaries)
    .where(and(gte(beneficiaries.beneficiaryID, from), ne(beneficiaries.beneficiaryName, '')))
    .orderBy(beneficiaries.beneficiaryID)
    .limit(20)
  return rows.filter(({ isSame }) => !isSame).map(({ name }) => name)
}
