import { and, count, eq, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { isSaidToBeHere } from '#contract/registers/check-register.ts'
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

export interface OccupiedNiche {
  nicheID: string
  nicheCode: string
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
      const { current, urns } = inNiche.get(niche.nicheID) ?? { current: 0, urns: 0 }
      const left = niche.urns === '' ? Number(current === 0) : Number(niche.urns) - urns
      return Array.from({ length: Math.max(0, left) }, () => nobodyNamed(niche))
    })
    await importWithUrns(context, importID, unnamed)
  }
}

async function countInNiches(db: Db, nicheIDs: string[]) {
  const rows = await db
    .select({ nicheID: bookings.nicheID, current: count(), urns: count(urns.tag) })
    .from(bookings)
    .leftJoin(urns, eq(urns.bookingID, bookings.bookingID))
    .where(and(inArray(bookings.nicheID, nicheIDs), whereApproved))
    .groupBy(bookings.nicheID)
  return new Map(rows.map(({ nicheID, ...counts }) => [nicheID, counts]))
}

/** For the job: a part of the urns of an import that was made before there was a ledger. */
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
    const change = db.select({ one: sql`1` }).from(nicheStatusLog).where(eq(nicheStatusLog.nicheID, niches.nicheID))
    /** Niches whose status was changed since are left to the job for marked ones. */
    const unnamed = await listOccupiedWithoutBooking(db, and(eq(niches.importID, importID), notExists(change)))
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

export const listOccupiedWithoutBooking = (db: Db, which: SQL | undefined) =>
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
