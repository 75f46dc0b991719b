import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, gt, inArray, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { dayMs } from '#contract/dates.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
import { countUnnamedUrns, isSaidToBeHere } from '#contract/registers/check-register.ts'
import { importBookings, nobodyNamed, removeImportedBookings, whereApproved } from '#server/bookings/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { whereActive } from '#server/database/active-booking.ts'
import {
  bookingMoves,
  bookings,
  nicheStatusLog,
  niches,
  registerEntries,
  registerImports,
  urns,
} from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { enterUrns, removeEnteredUrns } from '#server/urns/public.ts'
import { findUse, insertImport, lockImported, markedOnMap, tryToLockImports, updateImport } from './queries.ts'

type People = Parameters<typeof importBookings>[2]

/** Imports bookings, each with the urn that the register says is in its niche. */
export async function importWithUrns(context: Context, importID: string, people: People) {
  const made = await importBookings(context, importID, people)
  const here = made.filter(({ nicheStatus, row }) => nicheStatus === 'Occupied' && isSaidToBeHere(row))
  await enterUrns(context, importID, here)
}

/** How many niches are read together. */
const atOnce = 500

interface FoundNiche {
  nicheID: string
  nicheCode: string
}

export interface OccupiedNiche extends FoundNiche {
  /** How many urns its row says. Empty: one, if the register names nobody but for later. */
  urns: string
}

/** Enters the urns without a name of the new niches, each in a booking without a name. Call it when all people of the import are written. */
export async function enterUnnamedUrns(context: Context, importID: string, occupied: readonly OccupiedNiche[]) {
  for (let at = 0; at < occupied.length; at += atOnce) {
    const part = occupied.slice(at, at + atOnce)
    const inNiche = await countInNiches(
      context.db,
      part.map(({ nicheID }) => nicheID),
    )
    const unnamed = part.flatMap((niche) => {
      const counted = inNiche.get(niche.nicheID) ?? { current: 0, here: 0 }
      return Array.from({ length: countUnnamedUrns(niche.urns, counted) }, () => nobodyNamed(niche))
    })
    await importWithUrns(context, importID, unnamed)
  }
}

async function countInNiches(db: Db, nicheIDs: string[]) {
  const rows = await db
    .select({ nicheID: bookings.nicheID, current: count(), here: count(urns.tag) })
    .from(bookings)
    .leftJoin(urns, eq(urns.bookingID, bookings.bookingID))
    .where(and(inArray(bookings.nicheID, nicheIDs), whereApproved))
    .groupBy(bookings.nicheID)
  return new Map(rows.map(({ nicheID, ...counts }) => [nicheID, counts]))
}

/** Run by a background job: enters the next urns of an import that was made before there was a ledger. False when none is left. */
export const enterUrnsOfImports = (context: Context): Promise<boolean> =>
  inTransaction(context, async (context) => {
    const { db, clock } = context
    const [next] = await db
      .select({ importID: registerImports.importID })
      .from(registerImports)
      .where(and(isNull(registerImports.urnsEnteredAt), isNull(registerImports.undoneAt)))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!next) return false
    const { importID } = next
    const found = await lockWithoutUrn(db, importID)
    await enterUrns(context, importID, found)
    /** Niches whose status was changed since are left to the job for marked ones. */
    const isUnchanged = hasNone(db, nicheStatusLog, eq(nicheStatusLog.nicheID, niches.nicheID))
    const unnamed = await listOccupiedWithoutBooking(db, and(eq(niches.importID, importID), isUnchanged))
    await importWithUrns(context, importID, unnamed.map(nobodyNamed))
    if (found.length < atOnce && unnamed.length < atOnce) await updateImport(db, importID, { urnsEnteredAt: clock() })
    return true
  })

/** A pre-order that was approved since is left out, because its family has the urn. An import writes no moves. */
const lockWithoutUrn = (db: Db, importID: string) =>
  db
    .select({ bookingID: bookings.bookingID, nicheID: niches.nicheID, nicheCode: niches.nicheCode })
    .from(registerEntries)
    .innerJoin(bookings, eq(bookings.bookingID, registerEntries.bookingID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .where(
      and(
        eq(registerEntries.importID, importID),
        whereApproved,
        hasNone(db, urns, eq(urns.bookingID, bookings.bookingID)),
        hasNone(
          db,
          bookingMoves,
          and(eq(bookingMoves.bookingID, bookings.bookingID), eq(bookingMoves.event, 'approve')),
        ),
      ),
    )
    .limit(atOnce)
    .for('update', { of: bookings })

/**
 * Enters the urns of niches that were marked as Occupied on the map, each in a booking without a name. They are an import of their own, so that
 * taking the mark back can undo it.
 */
export async function enterMarkedUrns(context: Context, marked: readonly FoundNiche[]) {
  const importID = randomUUID()
  await insertImport(context, { importID, filesHash: markedOnMap, urnsEnteredAt: context.clock() })
  await importWithUrns(context, importID, marked.map(nobodyNamed))
}

/** An admin who marked the wrong niche, or with the wrong status, can take it back alone for so long. */
const correctionMs = dayMs

/**
 * Withdraws the urn of a mark that the same admin takes back within a day, unless somebody has seen, moved or labelled it. The caller has
 * locked the niche.
 */
export async function withdrawMarkedUrn(context: SignedInContext, nicheID: string, newStatus: NicheStatus) {
  const { db, clock } = context
  const [mark] = await db
    .select()
    .from(nicheStatusLog)
    .where(and(eq(nicheStatusLog.nicheID, nicheID), ne(nicheStatusLog.from, nicheStatusLog.to)))
    .orderBy(desc(nicheStatusLog.logID))
    .limit(1)
  const isTakenBack = mark?.to === 'Occupied' && mark.from === newStatus
  const importID = isTakenBack && (await findOwnMark(context, nicheID))
  if (!importID) return
  await lockImported(db, importID)
  if (await findUse(db, importID)) return
  await updateImport(db, importID, { undoneAt: clock() })
  await removeEnteredUrns(context, importID)
  await removeImportedBookings(db, importID)
}

/**
 * The import that has brought the urn into this niche, and no other, when the caller marked it. Its own time counts, because the niche may
 * have been marked again since.
 */
async function findOwnMark({ db, actor, clock }: SignedInContext, nicheID: string): Promise<string | undefined> {
  const isOnly = sql`1 = (select count(*) from ${registerEntries} e where e.import_id = ${registerImports.importID})`
  const [found] = await db
    .select({ importID: registerImports.importID })
    .from(bookings)
    .innerJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .innerJoin(registerImports, eq(registerImports.importID, registerEntries.importID))
    .where(
      and(
        eq(bookings.nicheID, nicheID),
        eq(registerImports.filesHash, markedOnMap),
        eq(registerImports.importedByID, actor.userID),
        gt(registerImports.importedAt, new Date(clock().getTime() - correctionMs)),
        isNull(registerImports.undoneAt),
        isOnly,
      ),
    )
  return found?.importID
}

/**
 * Run by a background job: enters the urns of niches that were marked as Occupied at least a day ago and have no booking, up to 500 at a
 * time. Older versions did not enter the urn of a mark at once, and the booking of a marked niche may have ended.
 */
export const enterUrnsOfMarkedNiches = (context: Context): Promise<boolean> =>
  inTransaction(context, async (context) => {
    const { db, clock } = context
    if (!(await tryToLockImports(db))) return false
    const lastChange = db
      .select({ at: nicheStatusLog.at })
      .from(nicheStatusLog)
      .where(eq(nicheStatusLog.nicheID, niches.nicheID))
      .orderBy(desc(nicheStatusLog.logID))
      .limit(1)
    const latest = new Date(clock().getTime() - correctionMs)
    const found = await listOccupiedWithoutBooking(db, sql`(${lastChange}) <= ${latest}`)
    if (found.length > 0) await enterMarkedUrns(context, found)
    return found.length === atOnce
  })

const hasNone = (db: Db, table: PgTable, which: SQL | undefined) =>
  notExists(db.select({ one: sql`1` }).from(table).where(which))

const listOccupiedWithoutBooking = (db: Db, which: SQL | undefined) =>
  db
    .select({ nicheID: niches.nicheID, nicheCode: niches.nicheCode })
    .from(niches)
    .where(
      and(
        which,
        inArray(niches.status, ['Occupied']).inlineParams(),
        hasNone(db, bookings, and(eq(bookings.nicheID, niches.nicheID), whereActive)),
      ),
    )
    .limit(atOnce)
    .for('update')
