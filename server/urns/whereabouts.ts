import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { describeLocation, isWithStaff, type UrnWhereabouts, whereaboutsAfter } from '#contract/urns/moves.ts'
import {
  beneficiaries,
  bookings,
  isUrnInNiche,
  locationColumns,
  nicheLocations,
  urnMoves,
  urnNow,
  urns,
} from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

/** Urns with their last move and their arrival: the move by which they last came to staff or into the register. */
export async function listWhereabouts(db: Db, which: SQL | undefined) {
  const rows = await selectWhereabouts(db, which)
  return rows.map(({ last, arrival, ...urn }) => {
    const whereabouts: UrnWhereabouts = whereaboutsAfter(last.event)
    const { nicheCode } = urn
    const isHeld = isWithStaff(whereabouts)
    return {
      ...urn,
      last,
      place: whereabouts,
      where: describeLocation({ whereabouts, nicheCode, shelf: last.shelf }),
      wasTakenOut: isHeld && arrival.event === 'takeOut',
      /** When it came to its place. For an urn with staff, when they got it, whatever shelves it was on since. */
      since: isHeld ? arrival.at : last.at,
    }
  })
}
export type Whereabouts = Awaited<ReturnType<typeof listWhereabouts>>[number]

/** A map by booking ID. A booking without an urn has no entry. */
export async function findUrnsOf(db: Db, bookingIDs: readonly string[]) {
  const rows = bookingIDs.length > 0 ? await listWhereabouts(db, inArray(bookings.bookingID, [...bookingIDs])) : []
  return new Map(rows.map(({ bookingID, tag, place, where, since }) => [bookingID, { tag, place, where, since }]))
}

/** The tag of an urn that the ledger has in the niche. */
export async function findUrnIn(db: Db, nicheID: string): Promise<string | undefined> {
  const isInside = and(eq(urnNow.nicheID, nicheID), isUrnInNiche)
  const [found] = await db.select({ tag: urnNow.tag }).from(urnNow).where(isInside).limit(1)
  return found?.tag
}

function selectWhereabouts(db: Db, which: SQL | undefined) {
  const arrival = db
    .select({ event: urnMoves.event, at: urnMoves.at })
    .from(urnMoves)
    .where(and(eq(urnMoves.tag, urns.tag), inArray(urnMoves.event, ['receive', 'takeOut', 'enter'])))
    .orderBy(desc(urnMoves.position))
    .limit(1)
    .as('arrival')
  return db
    .select({
      tag: urns.tag,
      bookingID: bookings.bookingID,
      beneficiary: beneficiaries,
      last: {
        moveID: urnNow.moveID,
        event: urnNow.event,
        shelf: urnNow.shelf,
        releasedTo: urnNow.releasedTo,
        at: urnNow.at,
      },
      arrival: { event: arrival.event, at: arrival.at },
      /** The niche that the urn is in, otherwise that of its booking. */
      ...locationColumns,
    })
    .from(urns)
    .innerJoin(urnNow, eq(urnNow.tag, urns.tag))
    .innerJoin(bookings, eq(bookings.bookingID, urns.bookingID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, sql`coalesce(${urnNow.nicheID}, ${bookings.nicheID})`))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoinLateral(arrival, sql`true`)
    .where(which)
    .orderBy(asc(arrival.at))
}
