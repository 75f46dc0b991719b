import { and, asc, desc, eq, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { toBareCode } from '#contract/niches/niche.ts'
import type { RightStatus } from '#contract/rights/right.ts'
import { formatRightNumber, readRightNumber } from '#contract/rights/term.ts'
import { bareCodeOf, mayBeCode } from '#server/database/bare-code.ts'
import { holderName } from '#server/database/holder.ts'
import { listedID, listedIDs } from '#server/database/listed-ids.ts'
import { nameMatches } from '#server/database/name-search.ts'
import {
  bookings,
  niches,
  registerEntries,
  rightContacts,
  rightHolders,
  rightLetters,
  rightMoves,
  rights,
  users,
} from '#server/database/schema.ts'
import { startsWith } from '#server/database/starts-with.ts'
import type { Db } from '#server/ports/database.ts'
import { whereWaits } from './end-queries.ts'

export type RightRow = typeof rights.$inferSelect

export interface RightFilter {
  text: string
  state?: RightStatus | undefined
  /** In which it ends. */
  year?: string | undefined
  /** After its end: its family waits to be heard, or its next step is due on this day. */
  waits?: 'heard' | 'due' | undefined
  today: string
}

/** Each right with its first booking, the newest number first. */
export async function listRightRows(db: Db, filter: RightFilter, before: number | undefined, limit: number) {
  const page = await selectPage(db, filter, before, limit)
  const ids = page.map(({ rightID }) => rightID)
  return ids.length > 0 ? selectRows(db, ids) : []
}

/** What decides whether a right is listed, and where. */
const listed = { rightID: rights.rightID, number: rights.number, state: rights.state, endsOn: rights.endsOn }

/** Finds IDs only; with the joins PostgreSQL plans every search anew. */
function selectPage(
  db: Db,
  { text, state, year, waits, today }: RightFilter,
  before: number | undefined,
  limit: number,
) {
  const isWaiting = waits && whereWaits(waits, today)
  const waiting = db.select(listed).from(rights).where(isWaiting)
  const found = text ? selectFound(db, text) : undefined
  const among = found ? (isWaiting ? found.intersect(waiting) : found).as('found') : waiting.as('listed')
  return db
    .select({ rightID: among.rightID })
    .from(among)
    .where(
      and(
        state && eq(among.state, state),
        year ? sql`extract(year from ${among.endsOn}) = ${year}` : undefined,
        before === undefined ? undefined : lt(among.number, before),
      ),
    )
    .orderBy(desc(among.number))
    .limit(limit)
}

/** A number, the beginning of a niche code, or the name of an applicant, of a holder in a register, of another holder or of a contact; each has its index. */
function selectFound(db: Db, text: string) {
  const number = readRightNumber(text)
  const ofAccounts = ofBookings(db, eq(bookings.userID, users.userID))
  const ofEntries = ofBookings(db, eq(bookings.bookingID, registerEntries.bookingID))
  const named = union(
    db
      .select(columnsOf(ofAccounts))
      .from(users)
      .innerJoinLateral(ofAccounts, sql`true`)
      .where(nameMatches(users.fullName, text)),
    db
      .select(columnsOf(ofEntries))
      .from(registerEntries)
      .innerJoinLateral(ofEntries, sql`true`)
      .where(nameMatches(registerEntries.holderName, text)),
  )
  const ofHolders = db
    .select(listed)
    .from(rights)
    .where(eq(rights.rightID, rightHolders.rightID))
    .limit(1000)
    .as('rights_found')
  const ofContacts = db
    .select(listed)
    .from(rights)
    .where(eq(rights.rightID, rightContacts.rightID))
    .limit(1000)
    .as('rights_found')
  const withPeople = named
    .union(
      db
        .select(columnsOf(ofHolders))
        .from(rightHolders)
        .innerJoinLateral(ofHolders, sql`true`)
        .where(nameMatches(rightHolders.name, text)),
    )
    .union(
      db
        .select(columnsOf(ofContacts))
        .from(rightContacts)
        .innerJoinLateral(ofContacts, sql`true`)
        .where(and(nameMatches(rightContacts.name, text), isNull(rightContacts.removedAt))),
    )
  const withCode = mayBeCode(text) ? withPeople.union(inNiches(db, text)) : withPeople
  if (number === undefined) return withCode
  return withCode.union(db.select(listed).from(rights).where(eq(rights.number, number)))
}

/** The limit is never reached; it lets PostgreSQL look them up one by one instead of reading all bookings. */
const ofBookings = (db: Db, where: SQL) =>
  db
    .select(listed)
    .from(bookings)
    .innerJoin(rights, eq(rights.rightID, bookings.rightID))
    .where(where)
    .limit(1000)
    .as('rights_found')

function inNiches(db: Db, codePrefix: string) {
  const ofNiche = db
    .select(listed)
    .from(rights)
    .where(eq(rights.nicheID, niches.nicheID))
    .limit(1000)
    .as('rights_found')
  return db
    .select(columnsOf(ofNiche))
    .from(niches)
    .innerJoinLateral(ofNiche, sql`true`)
    .where(startsWith(bareCodeOf(niches.nicheCode), toBareCode(codePrefix)))
}

const columnsOf = ({ rightID, number, state, endsOn }: ReturnType<typeof ofBookings>) => ({
  rightID,
  number,
  state,
  endsOn,
})

export function selectRows(db: Db, ids: readonly string[]) {
  const named = db
    .select({ name: rightHolders.name })
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
    .orderBy(asc(bookings.createdAt), asc(bookings.bookingID))
    .limit(1)
    .as('first')
  return db
    .select({ right: rights, nicheCode: niches.nicheCode, bookingID: first.bookingID, holder: firstName })
    .from(listedIDs(ids))
    .innerJoin(rights, eq(rights.rightID, sql`${listedID}::uuid`))
    .innerJoin(niches, eq(niches.nicheID, rights.nicheID))
    .innerJoinLateral(first, sql`true`)
    .leftJoinLateral(named, sql`true`)
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
    .where(
      and(
        eq(bookings.bookingID, bookingID),
        inArray(bookings.bookingStatus, ['Pending', 'Confirmed']),
        ne(bookings.bookingType, 'Archived'),
        ne(rights.state, 'surrendered'),
      ),
    )
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

export const lockRight = (db: Db, number: number): Promise<RightRow | undefined> =>
  db
    .select()
    .from(rights)
    .where(eq(rights.number, number))
    .for('update')
    .then(([right]) => right)

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
