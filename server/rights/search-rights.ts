import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { type PgTable, union } from 'drizzle-orm/pg-core'
import { toBareCode } from '#contract/niches/niche.ts'
import type { RightStatus } from '#contract/rights/right.ts'
import { readRightNumber } from '#contract/rights/term.ts'
import { bareCodeOf, mayBeCode } from '#server/database/bare-code.ts'
import { nameMatches } from '#server/database/name-search.ts'
import {
  bookings,
  niches,
  registerEntries,
  rightContacts,
  rightHolders,
  rights,
  users,
} from '#server/database/schema.ts'
import { startsWith } from '#server/database/starts-with.ts'
import type { Db } from '#server/ports/database.ts'
import { selectRows } from './queries.ts'
import { type Waits, whereWaits } from './waiting-rights.ts'

export interface RightFilter {
  text: string
  state?: RightStatus | undefined
  /** In which it ends. */
  year?: string | undefined
  /** Only rights for which staff have something to do today. */
  waits?: Waits | undefined
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
  const isWaiting = waits && whereWaits(db, waits, today)
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
  const named = union(
    selectFrom(db, users, ofBookings(db, eq(bookings.userID, users.userID)), nameMatches(users.fullName, text)),
    selectFrom(
      db,
      registerEntries,
      ofBookings(db, eq(bookings.bookingID, registerEntries.bookingID)),
      nameMatches(registerEntries.holderName, text),
    ),
    selectFrom(
      db,
      rightHolders,
      rightsWhere(db, eq(rights.rightID, rightHolders.rightID)),
      nameMatches(rightHolders.name, text),
    ),
  ).union(
    selectFrom(
      db,
      rightContacts,
      rightsWhere(db, eq(rights.rightID, rightContacts.rightID)),
      and(nameMatches(rightContacts.name, text), isNull(rightContacts.removedAt)),
    ),
  )
  const inNiches = () =>
    selectFrom(
      db,
      niches,
      rightsWhere(db, eq(rights.nicheID, niches.nicheID)),
      startsWith(bareCodeOf(niches.nicheCode), toBareCode(text)),
    )
  const withCode = mayBeCode(text) ? named.union(inNiches()) : named
  if (number === undefined) return withCode
  return withCode.union(db.select(listed).from(rights).where(eq(rights.number, number)))
}

/** The limit is never reached; it lets PostgreSQL look them up one by one instead of reading all bookings. */
const mostFound = 1000

const rightsWhere = (db: Db, where: SQL) =>
  db.select(listed).from(rights).where(where).limit(mostFound).as('rights_found')

const ofBookings = (db: Db, where: SQL) =>
  db
    .select(listed)
    .from(bookings)
    .innerJoin(rights, eq(rights.rightID, bookings.rightID))
    .where(where)
    .limit(mostFound)
    .as('rights_found')

/** The rights that belong to the rows of a table that match. */
const selectFrom = (db: Db, table: PgTable, found: ReturnType<typeof ofBookings>, matches: SQL | undefined) =>
  db.select(columnsOf(found)).from(table).innerJoinLateral(found, sql`true`).where(matches)

const columnsOf = ({ rightID, number, state, endsOn }: ReturnType<typeof ofBookings>) => ({
  rightID,
  number,
  state,
  endsOn,
})
