import { and, countDistinct, eq, gt, lt } from 'drizzle-orm'
import { readCalendar, type Schedule, type Slot } from '#contract/appointments/free-times.ts'
import { appointmentSlots, hallSchedules } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'
import type { AppointmentRow } from './queries.ts'

type HallSchedule = typeof hallSchedules.$inferSelect

/**
 * Locks the hall, so that its appointments are made, moved and confirmed one at a time. Two that change places would
 * otherwise deadlock.
 */
export async function lockSchedule(db: Db, buildingID: string): Promise<HallSchedule> {
  const found = await selectLocked(db, buildingID)
  if (found) return found
  await db.insert(hallSchedules).values({ buildingID }).onConflictDoNothing()
  const made = await selectLocked(db, buildingID)
  if (!made) throw new Error(`The hall ${buildingID} has no schedule`)
  return made
}

const selectLocked = (db: Db, buildingID: string) =>
  db.select().from(hallSchedules).where(eq(hallSchedules.buildingID, buildingID)).for('update').then(only)

export const findSchedule = (db: Db, buildingID: string): Promise<HallSchedule | undefined> =>
  db.select().from(hallSchedules).where(eq(hallSchedules.buildingID, buildingID)).then(only)

interface Taken {
  appointmentID: string
  startsAt: Date
  endsAt: Date
}

/**
 * Gives the appointment a seat at this time, instead of the one it has. False if none is free, also after the capacity
 * was lowered; then the caller must roll back. The constraint on overlapping slots decides, because what is read before
 * may be outdated.
 */
export async function takeSeat(db: Db, { hallNumber, capacity }: HallSchedule, slot: Taken): Promise<boolean> {
  const { appointmentID, startsAt, endsAt } = slot
  await releaseSeat(db, appointmentID)
  for (let seat = 1; seat <= capacity; seat += 1) {
    const row = { appointmentID, hallNumber, seat, startsAt, endsAt }
    const taken = await db
      .insert(appointmentSlots)
      .values(row)
      .onConflictDoNothing()
      .returning({ seat: appointmentSlots.seat })
    if (taken.length > 0) return (await countSeats(db, hallNumber, slot)) <= capacity
  }
  return false
}

async function countSeats(db: Db, hallNumber: number, time: Taken): Promise<number> {
  const [found] = await db
    .select({ seats: countDistinct(appointmentSlots.seat) })
    .from(appointmentSlots)
    .where(overlaps(hallNumber, time))
  return found?.seats ?? 0
}

export const releaseSeat = (db: Db, appointmentID: string) =>
  db.delete(appointmentSlots).where(eq(appointmentSlots.appointmentID, appointmentID))

/** The longest slot that the schema allows. A slot that began earlier than that cannot overlap. */
const longestSlotMs = 480 * 60_000

const overlaps = (hallNumber: number, { startsAt, endsAt }: Pick<Slot, 'startsAt' | 'endsAt'>) =>
  and(
    eq(appointmentSlots.hallNumber, hallNumber),
    gt(appointmentSlots.startsAt, new Date(startsAt.getTime() - longestSlotMs)),
    lt(appointmentSlots.startsAt, endsAt),
    gt(appointmentSlots.endsAt, startsAt),
  )

/**
 * The free times of these days. The booking would leave its current appointment: its seat counts as free, and its time
 * is not offered again.
 */
export async function listFreeTimes(
  db: Db,
  schedule: Schedule & Pick<HallSchedule, 'hallNumber'>,
  days: readonly string[],
  { now, current }: { now: Date; current: AppointmentRow | undefined },
) {
  const { slotsOn } = readCalendar(schedule)
  const isOther = ({ startsAt }: Slot) => startsAt > now && startsAt.getTime() !== current?.startsAt.getTime()
  const slots = days.map((day) => ({ day, slots: slotsOn(day).filter(isOther) }))
  const all = slots.flatMap(({ slots }) => slots)
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return []
  const taken = await db
    .select()
    .from(appointmentSlots)
    .where(overlaps(schedule.hallNumber, { startsAt: first.startsAt, endsAt: last.endsAt }))
  const others = taken.filter(({ appointmentID }) => appointmentID !== current?.appointmentID)
  const isFree = ({ startsAt, endsAt }: Slot) => {
    const seats = others.filter((each) => each.startsAt < endsAt && each.endsAt > startsAt)
    return new Set(seats.map(({ seat }) => seat)).size < schedule.capacity
  }
  return slots
    .map(({ day, slots }) => ({ day, times: slots.filter(isFree).map(({ time }) => time) }))
    .filter(({ times }) => times.length > 0)
}
