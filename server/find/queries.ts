import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { whereApproved } from '#server/bookings/public.ts'
import { foundFrom, sharedAfter, yearOfDeath } from '#server/database/find-someone.ts'
import { hasKeyOf } from '#server/database/name-search.ts'
import {
  beneficiaries,
  blocks,
  bookings,
  isUrnInNiche,
  locationColumns,
  nicheLocations,
  urnNow,
  urns,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

export interface Wanted {
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

const selectPerson = (db: Db, bookingID: string) =>
  db
    .select({
      beneficiaryID: beneficiaries.beneficiaryID,
      holderID: bookings.userID,
      sharedAt: beneficiaries.sharedAt,
      sharedAfter: sql<string | null>`${sharedAfter(beneficiaries)}::text`,
      withheldAt: beneficiaries.withheldAt,
      withheldReason: beneficiaries.withheldReason,
      withheldBy: users.fullName,
    })
    .from(bookings)
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .leftJoin(users, eq(users.userID, beneficiaries.withheldByID))
    .where(eq(bookings.bookingID, bookingID))

/** The person of a booking. */
export const findPerson = async (db: Db, bookingID: string) => (await selectPerson(db, bookingID))[0]

/** Locked until the transaction ends. */
export const lockPerson = async (db: Db, bookingID: string) =>
  (await selectPerson(db, bookingID).for('update', { of: beneficiaries }))[0]
