import { and, count, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm'
import { countUnnamedUrns, isSaidToBeHere } from '#contract/registers/check-register.ts'
import { importBookings, nobodyNamed, whereApproved } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { bookings, niches, urns } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { enterUrns } from '#server/urns/public.ts'

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

export const listOccupiedWithoutBooking = (db: Db, which: SQL | undefined) => {
  const ofNiche = and(eq(bookings.nicheID, niches.nicheID), whereActive)
  return db
    .select({ nicheID: niches.nicheID, nicheCode: niches.nicheCode })
    .from(niches)
    .where(
      and(
        which,
        inArray(niches.status, ['Occupied']).inlineParams(),
        notExists(db.select({ one: sql`1` }).from(bookings).where(ofNiche)),
      ),
    )
    .limit(atOnce)
    .for('update')
}
