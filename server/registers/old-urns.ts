import { and, count, eq, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { countUnnamedUrns, isSaidToBeHere } from '#contract/registers/check-register.ts'
import { importBookings, nobodyNamed, whereApproved } from '#server/bookings/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
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
import { enterUrns } from '#server/urns/public.ts'
import { updateImport } from './queries.ts'

type People = Parameters<typeof importBookings>[2]

/** Imports bookings, each with the urn that the register says is in its niche. */
export async function importWithUrns(context: Context, importID: string, people: People) {
  const made = await importBookings(context, importID, people)
  const here = made.filter(({ nicheStatus, row }) => nicheStatus === 'Occupied' && isSaidToBeHere(row))
  await enterUrns(context, importID, here)
}

/** How many niches are read together. */
export const atOnce = 500

export interface FoundNiche {
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

const hasNone = (db: Db, table: PgTable, which: SQL | undefined) =>
  notExists(db.select({ one: sql`1` }).from(table).where(which))

export const listOccupiedWithoutBooking = (db: Db, which: SQL | undefined) =>
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
