import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PersonInNiche } from '#contract/bookings/api.ts'
import { groupBy } from '#contract/group-by.ts'
import { beneficiaries, bookings, niches } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { isActiveIn, whereActive } from './holds.ts'
import type { LockedBooking } from './queries.ts'

/** Whether a booking that has ended could have its place again. */
export const isPlaceFree = ({
  booking,
  currentNicheStatus,
  others,
}: Pick<LockedBooking, 'booking' | 'currentNicheStatus' | 'others'>) =>
  others.length === 0
    ? currentNicheStatus === 'Available'
    : others.every(({ placeNumber }) => placeNumber !== booking.placeNumber)

const other = alias(bookings, 'other')

/** Whether another person can be placed beside the one of this booking. A niche for one person has no room once it is booked. */
export const roomLeft = sql<boolean>`(
  select case when n.capacity = 1 or n.status = 'Blocked' or bookings.booking_status <> 'Confirmed' or bookings.booking_type = 'Archived' then false
    else n.capacity > (select count(*) from ${bookings} other where ${other.nicheID} = n.niche_id and ${isActiveIn(other)}) end
  from ${niches} n where n.niche_id = ${bookings.nicheID})`

/** The niches of a block in which somebody rests, or will, and that have a place left. */
export async function listNichesWithRoom(db: Db, blockID: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ nicheID: niches.nicheID })
    .from(niches)
    .innerJoin(bookings, eq(bookings.nicheID, niches.nicheID))
    .where(and(eq(niches.blockID, blockID), gt(niches.capacity, 1), whereActive, roomLeft))
  return rows.map(({ nicheID }) => nicheID)
}

/** The other niches behind the same door, each with the people in it. */
export async function listBehindSameDoor(db: Db, nicheID: string): Promise<{ nicheCode: string; people: string[] }[]> {
  const [niche] = await db.select().from(niches).where(eq(niches.nicheID, nicheID))
  if (!niche?.half) return []
  const { blockID, nicheRow, nicheColumn } = niche
  const isBehindDoor = [eq(niches.blockID, blockID), eq(niches.nicheRow, nicheRow), eq(niches.nicheColumn, nicheColumn)]
  const rows = await db
    .select({ nicheCode: niches.nicheCode, name: beneficiaries.beneficiaryName })
    .from(niches)
    .leftJoin(bookings, and(eq(bookings.nicheID, niches.nicheID), whereActive))
    .leftJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .where(and(...isBehindDoor, ne(niches.nicheID, nicheID)))
    .orderBy(asc(niches.half), asc(bookings.placeNumber))
  const byCode = groupBy(rows, ({ nicheCode }) => nicheCode)
  return [...byCode].map(([nicheCode, found]) => ({ nicheCode, people: found.flatMap(({ name }) => name || []) }))
}

/** Everyone who has a place in the niche, besides the person of this booking, if one is given. */
export const listPeopleIn = (
  db: Db,
  nicheID: string,
  bookingID = '',
): Promise<(PersonInNiche & { roomLeft: boolean })[]> =>
  db
    .select({
      bookingID: bookings.bookingID,
      beneficiaryName: beneficiaries.beneficiaryName,
      bookingStatus: bookings.bookingStatus,
      bookingType: bookings.bookingType,
      roomLeft,
    })
    .from(bookings)
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .where(and(eq(bookings.nicheID, nicheID), ne(bookings.bookingID, bookingID), whereActive))
    .orderBy(asc(bookings.placeNumber))
