import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { OpenRight, RightStatus } from '#contract/rights/right.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { holderName } from '#server/database/holder.ts'
import { listedID, listedIDs } from '#server/database/listed-ids.ts'
import {
  bookings,
  niches,
  registerEntries,
  rightHolders,
  rightLetters,
  rightMoves,
  rights,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

export type RightRow = typeof rights.$inferSelect

/** Each right with the booking of its first holder or its first one, and the name of that holder, the newest number first. */
export function selectRows(db: Db, ids: readonly string[]) {
  const named = db
    .select({ name: rightHolders.name, holdingID: rightHolders.bookingID })
    .from(rightHolders)
    .where(eq(rightHolders.rightID, rights.rightID))
    .orderBy(asc(rightHolders.holderID))
    .limit(1)
    .as('named')
  const firstName = sql<string>`coalesce(${named.name}, ${holderName})`
  const first = db
    .select({ bookingID: bookings.bookingID, userID: bookings.userID })
    .from(bookings)
    .where(eq(bookings.rightID, rights.rightID))
    .orderBy(
      sql`${bookings.bookingID} = ${named.holdingID} desc nulls last`,
      asc(bookings.createdAt),
      asc(bookings.bookingID),
    )
    .limit(1)
    .as('first')
  return db
    .select({ right: rights, nicheCode: niches.nicheCode, bookingID: first.bookingID, holder: firstName })
    .from(listedIDs(ids))
    .innerJoin(rights, eq(rights.rightID, sql`${listedID}::uuid`))
    .innerJoin(niches, eq(niches.nicheID, rights.nicheID))
    .leftJoinLateral(named, sql`true`)
    .innerJoinLateral(first, sql`true`)
    .leftJoin(users, eq(users.userID, first.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, first.bookingID))
    .orderBy(desc(rights.number))
}

/** The right that a booking holds now. */
export const findRightOf = (db: Db, bookingID: string) =>
  db
    .select({ right: rights })
    .from(bookings)
    .innerJoin(rights, eq(rights.rightID, bookings.rightID))
    .where(and(eq(bookings.bookingID, bookingID), whereActive, ne(rights.state, 'surrendered')))
    .then(([found]) => found?.right)

/** What happened to the right of a booking, the first move first. */
export async function listRightMoves(db: Db, bookingID: string) {
  const [booking] = await db
    .select({ rightID: bookings.rightID })
    .from(bookings)
    .where(eq(bookings.bookingID, bookingID))
  return booking?.rightID ? listMovesOf(db, booking.rightID) : []
}

export const listMovesOf = (db: Db, rightID: string) =>
  db
    .select({
      number: rights.number,
      event: rightMoves.event,
      at: rightMoves.at,
      by: sql<string>`coalesce(${users.fullName}, 'Columba')`,
      bookingID: rightMoves.bookingID,
      reason: rightMoves.reason,
      endsOn: rightMoves.endsOn,
    })
    .from(rights)
    .innerJoin(rightMoves, eq(rightMoves.rightID, rights.rightID))
    .leftJoin(users, eq(users.userID, rightMoves.actorID))
    .where(eq(rights.rightID, rightID))
    .orderBy(asc(rightMoves.moveID))
    .then((moves) => moves.map((move) => ({ ...move, number: formatRightNumber(move.number) })))

/** What a move may change besides the state. */
export type ChangedTerm = Partial<Omit<RightRow, 'rightID' | 'number' | 'nicheID' | 'state' | 'version' | 'holdersAt'>>

/** False if one of them has moved since it was read. */
export async function updateRights(
  db: Db,
  before: readonly Pick<RightRow, 'rightID' | 'version'>[],
  set: ChangedTerm & { state: RightStatus },
): Promise<boolean> {
  const read = sql`jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as was ("rightID" uuid, "version" int)`
  const moved = await db
    .update(rights)
    .set({ ...set, version: sql`${rights.version} + 1` })
    .from(read)
    .where(and(eq(rights.rightID, sql`was."rightID"`), eq(rights.version, sql`was."version"`)))
    .returning({ rightID: rights.rightID })
  return moved.length === before.length
}

/** Deletes the rights among these that no booking names any more, when an import of which nothing was used is undone. */
export async function deleteUnnamed(db: Db, rightIDs: readonly string[]) {
  const unnamed = and(
    inArray(rights.rightID, sql`(select ${listedID}::uuid from ${listedIDs(rightIDs)})`),
    sql`not exists (select from ${bookings} b where b.right_id = ${rights.rightID})`,
  )
  const ids = (await db.select({ rightID: rights.rightID }).from(rights).where(unnamed)).map(({ rightID }) => rightID)
  const listed = sql`(select ${listedID}::uuid from ${listedIDs(ids)})`
  await db.delete(rightLetters).where(inArray(rightLetters.rightID, listed))
  /** A claim or an objection keeps an import from being undone, so here are none. */
  await db.delete(rightMoves).where(inArray(rightMoves.rightID, listed))
  await db.delete(rights).where(inArray(rights.rightID, listed))
}

/** As families and staff read it. */
export const presentRight = ({
  number,
  state,
  basis,
  years,
  endsOn,
  heardAt,
}: RightRow): z.input<typeof OpenRight> => ({
  number: formatRightNumber(number),
  state,
  basis,
  years,
  endsOn,
  heardAt,
})
