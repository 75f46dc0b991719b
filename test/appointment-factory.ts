import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { expectedStatuses, type AppointmentStatus } from '#contract/appointments/appointment.ts'
import { weekdays } from '#contract/appointments/hours.ts'
import type { Context } from '#server/context.ts'
import { appointmentSlots, appointments, blocks, hallSchedules, levels, niches } from '#server/database/schema.ts'
import { makeBooking } from './booking-factory.ts'
import type { Person } from './factories.ts'

/** The same hours on every day. */
export const everyDay = (hours: string) =>
  Object.fromEntries(weekdays.map((weekday) => [weekday, hours])) as Record<(typeof weekdays)[number], string>

export interface ApprovedBooking {
  bookingID: string
  nicheID: string
  buildingID: string
}

interface HallHours {
  hours?: string
  capacity?: number
  slotMinutes?: number
}

/** An approved booking, in a hall of its own that receives families every day. */
export async function makeApproved(
  context: Context,
  owner: Person,
  { hours = '09:00-12:00', capacity = 1, slotMinutes = 60 }: HallHours = {},
): Promise<ApprovedBooking> {
  const { bookingID, nicheID } = await makeBooking(context, owner, { status: 'Confirmed' })
  const { buildingID } = await findHall(context, nicheID)
  await context.db.insert(hallSchedules).values({ buildingID, hours: everyDay(hours), capacity, slotMinutes })
  return { bookingID, nicheID, buildingID }
}

/** Approved bookings of these people, all in the hall of the first. */
export async function makeApprovedInOneHall(context: Context, owners: readonly Person[], hours: HallHours = {}) {
  const made: ApprovedBooking[] = []
  for (const owner of owners) made.push(await makeApproved(context, owner, hours))
  const [first, ...others] = made
  if (!first) throw new Error('There is no booking')
  const { blockID } = await findHall(context, first.nicheID)
  const moved = others.map(({ nicheID }) => nicheID)
  if (moved.length > 0)
    await context.db
      .update(niches)
      .set({ blockID, nicheRow: sql`10 + (select count(*)::int from ${niches} n where n.niche_id < ${niches.nicheID})` })
      .where(inArray(niches.nicheID, moved))
  return made.map((booking) => ({ ...booking, buildingID: first.buildingID }))
}

async function findHall({ db }: Context, nicheID: string) {
  const [found] = await db
    .select({ blockID: blocks.blockID, buildingID: levels.buildingID })
    .from(niches)
    .innerJoin(blocks, eq(blocks.blockID, niches.blockID))
    .innerJoin(levels, eq(levels.levelID, blocks.levelID))
    .where(eq(niches.nicheID, nicheID))
  if (!found) throw new Error('The niche is in no hall')
  return found
}

/** An appointment of this booking in any status, of one hour. It takes its seat if it is expected. */
export async function makeAppointment(
  { db, clock }: Context,
  { bookingID, buildingID }: ApprovedBooking,
  status: AppointmentStatus,
  startsAt: Date,
) {
  const appointmentID = randomUUID()
  const endsAt = new Date(startsAt.getTime() + 3_600_000)
  const time = { appointmentID, startsAt, endsAt }
  await db.insert(appointments).values({ ...time, bookingID, buildingID, status, createdAt: clock() })
  const [hall] = await db.select().from(hallSchedules).where(eq(hallSchedules.buildingID, buildingID))
  if (hall && expectedStatuses.some((each) => each === status))
    await db.insert(appointmentSlots).values({ ...time, hallNumber: hall.hallNumber, seat: 1 })
  return { appointmentID, version: 1 }
}
