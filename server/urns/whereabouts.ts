import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { allowedUrnMoves, describeLocation, type UrnPlace } from '#contract/urns/moves.ts'
import type { Db } from '#server/database/database.ts'
import { beneficiaries, blocks, bookings, buildings, levels, niches, urnMoves, urns } from '#server/database/schema.ts'

/** Urns with their last move, and the move by which staff last received them or took them out. */
export async function listWhereabouts(db: Db, which: SQL | undefined) {
  const rows = await selectWhereabouts(db, which)
  return rows.map(({ last, arrival, ...urn }) => {
    const place: UrnPlace = allowedUrnMoves[last.event].to
    const { nicheCode } = urn
    const isHeld = place === 'counter' || place === 'shelf' || place === 'staff'
    return {
      ...urn,
      ...{ last, place, where: describeLocation({ place, nicheCode, shelf: last.shelf }) },
      wasTakenOut: isHeld && arrival.event === 'takeOut',
      /** How long it has been in its place, or with staff, whichever shelf it was on. */
      since: isHeld ? arrival.at : last.at,
    }
  })
}
export type Whereabouts = Awaited<ReturnType<typeof listWhereabouts>>[number]

/** Keyed by booking ID. A booking whose urn was never received has no entry. */
export async function findUrnsOf(db: Db, bookingIDs: readonly string[]) {
  const rows = bookingIDs.length > 0 ? await listWhereabouts(db, inArray(bookings.bookingID, [...bookingIDs])) : []
  return new Map(rows.map(({ bookingID, tag, place, where }) => [bookingID, { tag, place, where }]))
}

function selectWhereabouts(db: Db, which: SQL | undefined) {
  const last = lastOfUrn(db).as('last_move')
  const arrival = lastOfUrn(db, inArray(urnMoves.event, ['receive', 'takeOut'])).as('arrival')
  return db
    .select({
      tag: urns.tag,
      bookingID: bookings.bookingID,
      beneficiary: beneficiaries,
      last: { moveID: last.moveID, event: last.event, shelf: last.shelf, releasedTo: last.releasedTo, at: last.at },
      arrival: { event: arrival.event, at: arrival.at },
      /** The niche that the urn is in, otherwise that of its booking. */
      nicheCode: niches.nicheCode,
      nicheRow: niches.nicheRow,
      nicheColumn: niches.nicheColumn,
      blockName: blocks.blockName,
      levelNumber: levels.levelNumber,
      buildingName: buildings.buildingName,
    })
    .from(urns)
    .innerJoinLateral(last, sql`true`)
    .innerJoinLateral(arrival, sql`true`)
    .innerJoin(bookings, eq(bookings.bookingID, urns.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(niches, eq(niches.nicheID, sql`coalesce(${last.nicheID}, ${bookings.nicheID})`))
    .innerJoin(blocks, eq(blocks.blockID, niches.blockID))
    .innerJoin(levels, eq(levels.levelID, blocks.levelID))
    .innerJoin(buildings, eq(buildings.buildingID, levels.buildingID))
    .where(which)
    .orderBy(asc(arrival.at))
}

const lastOfUrn = (db: Db, which?: SQL) =>
  db
    .select()
    .from(urnMoves)
    .where(and(eq(urnMoves.tag, urns.tag), which))
    .orderBy(desc(urnMoves.position))
    .limit(1)
