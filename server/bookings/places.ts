import { and, asc, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PersonInNiche } from '#contract/bookings/api.ts'
import { groupBy } from '#contract/group-by.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
import { isActiveIn, whereActive } from '#server/database/active-booking.ts'
import { beneficiaries, bookings, isUrnInNiche, isUrnWithStaff, niches, urnNow, urns } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'
import { isActive } from './holds.ts'

export type BookingInNiche = Awaited<ReturnType<typeof listInNiche>>[number]

/** Every booking that a niche ever had. */
export const listInNiche = (db: Db, nicheID: string) =>
  db
    .select({
      bookingID: bookings.bookingID,
      userID: bookings.userID,
      placeNumber: bookings.placeNumber,
      besideBookingID: bookings.besideBookingID,
      nicheStatus: bookings.nicheStatus,
      bookingStatus: bookings.bookingStatus,
      bookingType: bookings.bookingType,
      holdExpiresAt: bookings.holdExpiresAt,
    })
    .from(bookings)
    .where(eq(bookings.nicheID, nicheID))

interface Ended {
  booking: Pick<BookingInNiche, 'bookingID' | 'placeNumber' | 'besideBookingID'>
  currentNicheStatus: NicheStatus
}

/** The place that an ended booking could take: in a free niche, or beside its own family. Another family may have the niche by now. */
export function findPlaceAgain(
  { booking, currentNicheStatus }: Ended,
  inNiche: readonly BookingInNiche[],
  capacity = 1,
): number | undefined {
  const active = inNiche.filter(isActive)
  if (active.length === 0 && currentNicheStatus !== 'Available') return undefined
  const firstOf = ({ bookingID, besideBookingID }: Ended['booking']): string => {
    const beside = inNiche.find((each) => each.bookingID === besideBookingID)
    return beside ? firstOf(beside) : bookingID
  }
  const first = firstOf(booking)
  if (active.some((each) => firstOf(each) !== first)) return undefined
  return [booking.placeNumber, ...allPlaces(capacity)].find((place) => place <= capacity && isFree(place, active))
}

export const firstFreePlace = (capacity: number, taken: readonly Placed[]) =>
  allPlaces(capacity).find((place) => isFree(place, taken))

type Placed = Pick<BookingInNiche, 'placeNumber'>
const allPlaces = (capacity: number) => Array.from({ length: capacity }, (_, index) => index + 1)
const isFree = (place: number, taken: readonly Placed[]) => taken.every(({ placeNumber }) => placeNumber !== place)

interface Seen extends Placed, Pick<BookingInNiche, 'bookingID' | 'besideBookingID' | 'bookingStatus' | 'bookingType'> {
  nicheID: string
  nicheStatus: NicheStatus
  capacity: number
}

/** Whether an archived booking could be reopened, without a lock. */
export async function couldReturn(db: Db, { nicheID, nicheStatus, capacity, ...booking }: Seen) {
  const inNiche = capacity > 1 ? await listInNiche(db, nicheID) : []
  return findPlaceAgain({ booking, currentNicheStatus: nicheStatus }, inNiche, capacity) !== undefined
}

/** While a booking keeps a niche for one person, there are no others to look for. */
export const listOthersIn = async (db: Db, booking: Seen) =>
  booking.capacity === 1 && isActive(booking) ? [] : listPeopleIn(db, booking.nicheID, booking.bookingID)

const other = alias(bookings, 'other')

/** Whether another person can be placed beside the one of this booking. A niche for one person has no room once it is booked. */
export const roomLeft = sql<boolean>`(
  select case when n.capacity = 1 or n.status = 'Blocked' or bookings.booking_status <> 'Confirmed' or bookings.booking_type = 'Archived' then false
    else n.capacity > (select count(*) from ${bookings} other where ${other.nicheID} = n.niche_id and ${isActiveIn(other)}) end
  from ${niches} n where n.niche_id = ${bookings.nicheID})`

/** Whether others of the family have a place in the niche of this booking, too. Another family may have it by now. */
export const sharesNiche = sql<boolean>`exists (
  select from ${bookings} other where ${other.nicheID} = bookings.niche_id and ${other.bookingID} <> bookings.booking_id and ${isActiveIn(other)}
    and (${other.bookingID} = bookings.beside_booking_id or ${other.besideBookingID} in (bookings.booking_id, bookings.beside_booking_id)
      or ${other.userID} = bookings.user_id and coalesce(${other.besideBookingID}, bookings.beside_booking_id) is not null))`

/** The niches of a block in which somebody rests, or will, and that have a place left. */
export async function listNichesWithRoom(db: Db, blockID: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ nicheID: niches.nicheID })
    .from(niches)
    .innerJoin(bookings, eq(bookings.nicheID, niches.nicheID))
    .where(and(eq(niches.blockID, blockID), gt(niches.capacity, 1), whereActive, roomLeft))
  return rows.map(({ nicheID }) => nicheID)
}

const tagOfUrn = (isWanted: SQL) => sql<string | null>`(
  select ${urns.tag} from ${urns} join ${urnNow} on ${urnNow.tag} = ${urns.tag}
  where ${urns.bookingID} = ${bookings.bookingID} and ${isWanted})`

/** The tag of the urn that is in the niche of the booking now. */
export const placedUrn = tagOfUrn(isUrnInNiche)
/** The tag of the urn that the house has outside a niche. */
export const heldUrn = tagOfUrn(isUrnWithStaff)

/** The niche of a booking, and whether its urn is with the family again, to whom two people have released it. */
export const findUrnOf = (db: Db, bookingID: string) =>
  db
    .select({ nicheCode: niches.nicheCode, isReleased: isUrnReleased })
    .from(bookings)
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .where(eq(bookings.bookingID, bookingID))
    .then(only)

const isUrnReleased = sql<boolean>`exists (
  select from ${urns} join ${urnNow} on ${urnNow.tag} = ${urns.tag}
  where ${urns.bookingID} = ${bookings.bookingID} and ${urnNow.event} = 'release')`

/** The other niches behind the same door, each with the people in it. A name that a register does not know is empty. */
export async function listBehindSameDoor(db: Db, nicheID: string) {
  const [niche] = await db.select().from(niches).where(eq(niches.nicheID, nicheID))
  if (!niche?.half) return []
  const { blockID, nicheRow, nicheColumn } = niche
  const isBehindDoor = [eq(niches.blockID, blockID), eq(niches.nicheRow, nicheRow), eq(niches.nicheColumn, nicheColumn)]
  const rows = await db
    .select({ nicheCode: niches.nicheCode, beneficiaryName: beneficiaries.beneficiaryName, placedUrn })
    .from(niches)
    .leftJoin(bookings, and(eq(bookings.nicheID, niches.nicheID), whereActive))
    .leftJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .where(and(...isBehindDoor, ne(niches.nicheID, nicheID)))
    .orderBy(asc(niches.half), asc(bookings.placeNumber))
  const byCode = groupBy(rows, ({ nicheCode }) => nicheCode)
  return [...byCode].map(([nicheCode, found]) => ({
    nicheCode,
    people: found.flatMap(({ beneficiaryName, placedUrn }) =>
      beneficiaryName === null ? [] : [{ beneficiaryName, placedUrn }],
    ),
  }))
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
      placedUrn,
      roomLeft,
    })
    .from(bookings)
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .where(and(eq(bookings.nicheID, nicheID), ne(bookings.bookingID, bookingID), whereActive))
    .orderBy(asc(bookings.placeNumber))
