import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { toDay } from '#contract/dates.ts'
import type { FoundPerson } from '#contract/find/api.ts'
import { whereApproved } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { foundFrom, yearOfDeath } from '#server/database/find-someone.ts'
import { hasKeyOf } from '#server/database/name-search.ts'
import { isSameName } from '#server/database/same-name.ts'
import {
  beneficiaries,
  blocks,
  bookings,
  isUrnInNiche,
  locationColumns,
  nicheLocations,
  urnNow,
  urns,
} from '#server/database/schema.ts'
import { type Throttle, throttleAddress } from '#server/http/throttles.ts'
import type { Db } from '#server/ports/database.ts'

/** Per client address: enough for the visitors of a festival day who share a mobile network, too little to try names. */
export const visitorSearches: Throttle = { key: 'find-from', limit: 60, seconds: 15 * 60 }

/** Everyone of this name who rests here and may be found, each with what tells them apart. Nobody learns whether there is another. */
export async function findPeople(
  context: Context,
  { name, diedIn }: { name: string; diedIn: string },
): Promise<FoundPerson[]> {
  await throttleAddress(context, visitorSearches)
  const wanted = { name, year: Number(diedIn), today: toDay(context.clock()) }
  const rows = await listFoundRows(context.db, wanted)
  return rows
    .filter((row) => isSameName(row.name, name) && !row.urnElsewhere)
    .map(({ dateOfBirth, bornIn, urnElsewhere, ...person }) => ({
      ...person,
      bornIn: (dateOfBirth ?? bornIn)?.slice(0, 4) ?? null,
      diedIn,
    }))
}

interface Wanted {
  name: string
  year: number
  today: string
}

const bornOn = sql`coalesce(${beneficiaries.dateOfBirth}::text, ${beneficiaries.bornIn})`

/** Far more people than share a name and a year of death. */
const mostRows = 50

/**
 * People who rest in a published block and may be found, by the letters of the name and the year of death. The index alone decides about
 * a person, so a search for somebody who may not be found takes no longer than one for a name that nobody has.
 */
export const listFoundRows = (db: Db, { name, year, today }: Wanted) =>
  db
    .select({
      name: beneficiaries.beneficiaryName,
      dateOfBirth: beneficiaries.dateOfBirth,
      bornIn: beneficiaries.bornIn,
      ...locationColumns,
      blockID: nicheLocations.blockID,
      view: nicheLocations.view,
      directions: nicheLocations.directions,
      /** The ledger has the urn, and not in a niche. */
      urnElsewhere: sql<boolean>`exists (select from ${urns} join ${urnNow} on ${urnNow.tag} = ${urns.tag}
        where ${urns.bookingID} = ${bookings.bookingID} and not ${isUrnInNiche})`,
    })
    .from(beneficiaries)
    .innerJoin(bookings, eq(bookings.beneficiaryID, beneficiaries.beneficiaryID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, bookings.nicheID))
    .innerJoin(blocks, and(eq(blocks.blockID, nicheLocations.blockID), eq(blocks.isDraft, false).inlineParams()))
    .where(
      and(
        hasKeyOf(
          beneficiaries.beneficiaryName,
          name,
          eq(yearOfDeath(beneficiaries), year),
          lte(foundFrom(beneficiaries), today),
        ),
        whereApproved,
      ),
    )
    .orderBy(asc(bornOn), asc(nicheLocations.nicheCode))
    .limit(mostRows)
