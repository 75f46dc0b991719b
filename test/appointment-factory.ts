import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type AppointmentStatus, isExpected } from '#contract/appointments/appointment.ts'
import { everyDay } from '#contract/appointments/hours.ts'
import type { Context } from '#server/core/context.ts'
import { newReadableID } from '#server/core/readable-id.ts'
import {
  appointmentSlots,
  appointments,
  beneficiaries,
  blocks,
  bookings,
  hallSchedules,
  levels,
  niches,
} from '#server/database/schema.ts'
import { makeBooking } from './booking-factory.ts'
import { makeUser, type Person } from './factories.ts'

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

/** Approved bookings of these people, all in one hall. Only the first has payment, certificates and moves. */
export async function makeApprovedInOneHall<const Owners extends readonly Pick<Person, 'userID'>[]>(
  context: Context,
  owners: Owners,
  hours: HallHours = {},
) {
  const { db } = context
  const made = await makeApproved(context, await makeUser(context), hours)
  const { blockID } = await findHall(context, made.nicheID)
  const [pattern] = await db.select().from(bookings).where(eq(bookings.bookingID, made.bookingID))
  const [person] = await db.select().from(beneficiaries).innerJoin(bookings, isBeneficiaryOf(made))
  if (!pattern || !person) throw new Error('The booking was not made')
  const copies = owners.map(({ userID }, index) => ({
    niche: { nicheID: randomUUID(), blockID, nicheCode: `${blockID}-${index}`, nicheRow: 10 + index, nicheColumn: 1 },
    beneficiaryID: randomUUID(),
    bookingID: newReadableID('B'),
    userID,
  }))
  await db.insert(niches).values(copies.map(({ niche }) => ({ ...niche, status: 'Occupied' as const, priceCents: 0 })))
  await db.insert(beneficiaries).values(copies.map(({ beneficiaryID }) => ({ ...person.beneficiaries, beneficiaryID })))
  await db.insert(bookings).values(
    copies.map(({ niche: { nicheID }, beneficiaryID, bookingID, userID }) => ({
      ...pattern,
      nicheID,
      beneficiaryID,
      bookingID,
      userID,
    })),
  )
  const { buildingID } = made
  const approved = copies.map(({ bookingID, niche: { nicheID } }) => ({ bookingID, nicheID, buildingID }))
  return approved as { [Index in keyof Owners]: ApprovedBooking }
}

const isBeneficiaryOf = ({ bookingID }: ApprovedBooking) =>
  and(eq(bookings.beneficiaryID, beneficiaries.beneficiaryID), eq(bookings.bookingID, bookingID))

export async function findHall({ db }: Context, nicheID: string) {
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
  if (hall && isExpected(status))
    await db.insert(appointmentSlots).values({ ...time, hallNumber: hall.hallNumber, seat: 1 })
  return { appointmentID, version: 1 }
}
