import { and, desc, eq, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { dayMs } from '#contract/dates.ts'
import { columnsOf, type PersonRow } from '#contract/registers/columns.ts'
import { importBookings, whereActive, whereApproved } from '#server/bookings/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
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
import { enterUrns } from '#server/urns/public.ts'
import { findOrAddMapImport, tryToLockImports, updateImport } from './queries.ts'

type People = Parameters<typeof importBookings>[2]

/** Imports bookings, each with the urn that the register says is in its niche. */
export async function importWithUrns(context: Context, importID: string, people: People) {
  const made = await importBookings(context, importID, people)
  const occupied = made.filter(({ nicheStatus }) => nicheStatus === 'Occupied')
  await enterUrns(context, importID, occupied)
}

const atOnce = 500

/**
 * Gives Occupied niches of the import in which nobody is named a booking without a name, and its urn. False once all have one. Niches
 * whose status changed since are left to the job for marked ones, so that an admin can take a change back for a day.
 */
export async function enterUnnamedUrns(context: Context, importID: string): Promise<boolean> {
  const { db } = context
  const change = db.select({ one: sql`1` }).from(nicheStatusLog).where(eq(nicheStatusLog.nicheID, niches.nicheID))
  const found = await listOccupiedWithoutBooking(db, and(eq(niches.importID, importID), notExists(change)))
  await importUnnamed(context, importID, found)
  return found.length === atOnce
}

const importUnnamed = (context: Context, importID: string, found: { nicheID: string; nicheCode: string }[]) =>
  importWithUrns(
    context,
    importID,
    found.map(({ nicheID, nicheCode }) => ({
      ...{ nicheID, nicheCode, nicheStatus: 'Occupied', rowNumber: 0, row: { ...noRow, code: nicheCode }, source: {} },
    })),
  )

const noRow = Object.fromEntries(columnsOf.people.map(({ name }) => [name, ''])) as PersonRow

/** For the job: a part of the urns of an import that was made before there was a ledger, or whose niches lost a later import. */
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
    const isLeft = found.length === atOnce || (await enterUnnamedUrns(context, importID))
    if (!isLeft) await updateImport(db, importID, { urnsEnteredAt: clock() })
    return true
  })

/** An admin who marked the wrong niche, or with the wrong status, can take it back alone for so long. */
const correctionMs = dayMs

/**
 * For the job: a part of the urns of niches that have been marked as Occupied on the map for a day and have no booking. All belong to
 * one import without files, which nobody undoes.
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
    if (found.length === 0) return false
    await importUnnamed(context, await findOrAddMapImport(db, clock()), found)
    return found.length === atOnce
  })

/** An undone import may have taken the names from niches of other imports, so the job looks at those again. */
export const markUrnsNotEntered = (db: Db) =>
  db.update(registerImports).set({ urnsEnteredAt: null }).where(isNull(registerImports.undoneAt))

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
        notExists(db.select({ one: sql`1` }).from(urns).where(eq(urns.bookingID, bookings.bookingID))),
        notExists(
          db
            .select({ one: sql`1` })
            .from(bookingMoves)
            .where(and(eq(bookingMoves.bookingID, bookings.bookingID), eq(bookingMoves.event, 'approve'))),
        ),
      ),
    )
    .limit(atOnce)
    .for('update', { of: bookings })

const listOccupiedWithoutBooking = (db: Db, which: SQL | undefined) =>
  db
    .select({ nicheID: niches.nicheID, nicheCode: niches.nicheCode })
    .from(niches)
    .where(
      and(
        which,
        inArray(niches.status, ['Occupied']).inlineParams(),
        notExists(
          db
            .select({ one: sql`1` })
            .from(bookings)
            .where(and(eq(bookings.nicheID, niches.nicheID), whereActive)),
        ),
      ),
    )
    .limit(atOnce)
    .for('update')
