import type { AppointmentStatus } from '#contract/appointments/appointment.ts'
import { readCalendar, type Slot } from '#contract/appointments/free-times.ts'
import { everyDay } from '#contract/appointments/hours.ts'
import { type AppointmentEvent, type AppointmentState, statusAfter } from '#contract/appointments/transitions.ts'
import { isApproved } from '#contract/bookings/booking.ts'
import { addDays, dayMs, toDay, toInstant } from '#contract/dates.ts'
import { insertRowsOf } from '#server/database/insert-rows.ts'
import {
  appointmentMoves,
  appointmentSlots,
  appointments,
  hallSchedules,
  nicheLocations,
} from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import type { Rows } from './scenario-rows.ts'
import type { Random } from './seeded-random.ts'

/** How many families the first and the second hall can receive at a time. */
const capacities = [2, 1]
const hour = 3_600_000

type Hall = typeof hallSchedules.$inferSelect
type Booking = Rows['booking'] & { approvedAt: Date }

interface SeedInput {
  random: Random
  rows: readonly Rows[]
  now: Date
  /** The applicant who has yet to choose a day. */
  keepFree: string
  staffID: string
}

/** The hours of the halls, a full day of placements today, and appointments in every status. */
export async function seedAppointments(db: Db, { random, rows, now, keepFree, staffID }: SeedInput) {
  const { nicheID, buildingID } = nicheLocations
  const locations = await db.select({ nicheID, buildingID }).from(nicheLocations)
  const hallOf = new Map(locations.map(({ nicheID, buildingID }) => [nicheID, buildingID]))
  const today = toDay(now)
  const approved = rows.flatMap(({ booking, moves }) => {
    const approval = moves.findLast(({ event }) => event === 'approve' || event === 'finalise')
    return isApproved(booking) && approval && booking.userID !== keepFree
      ? [{ ...booking, approvedAt: approval.at }]
      : []
  })
  for (const [index, buildingID] of [...new Set(hallOf.values())].entries()) {
    const schedule = {
      buildingID,
      hours: everyDay('9:00-17:00'),
      exceptions: `${addDays(today, 20)}: closed`,
      capacity: capacities[index] ?? 1,
    }
    const [hall] = await db.insert(hallSchedules).values(schedule).returning()
    const bookings = approved.filter(({ nicheID }) => hallOf.get(nicheID) === buildingID)
    const made = hall ? createForHall({ hall, bookings, random, now, staffID }) : []
    await insertRowsOf(db, appointments, made, (each) => each.appointment)
    await insertRowsOf(db, appointmentSlots, made, (each) => each.slot)
    await insertRowsOf(db, appointmentMoves, made, (each) => each.moves)
  }
}

interface HallInput extends Pick<SeedInput, 'random' | 'now' | 'staffID'> {
  hall: Hall
  bookings: readonly Booking[]
}

function createForHall({ hall, bookings, random, now, staffID }: HallInput) {
  const today = toDay(now)
  const left = [...bookings]
  const { slotsOn } = readCalendar(hall)
  const at = (day: string, time: string): Slot => {
    const startsAt = toInstant(day, time)
    return { time, startsAt, endsAt: new Date(startsAt.getTime() + hour) }
  }
  const make = (slot: Slot | undefined, status: AppointmentStatus, seat?: number) => {
    const booking = left.shift()
    return booking && slot ? [createAppointment({ hall, booking, slot, status, seat, random, staffID })] : []
  }
  const fullDay = slotsOn(today).flatMap((slot, index) =>
    Array.from({ length: hall.capacity }, (_, seat) =>
      make(slot, statusToday(slot, index, seat, now), seat + 1),
    ).flat(),
  )
  const later = [
    ...make(slotsOn(addDays(today, 2))[1], 'confirmed', 1),
    ...make(slotsOn(addDays(today, 3))[2], 'moved', 1),
    ...make(at(addDays(today, 4), '18:30'), 'requested'),
    ...make(slotsOn(addDays(today, 2))[4], 'cancelled'),
  ]
  /** Two families have not chosen a day. */
  left.splice(0, 2)
  const earlier = left.flatMap((booking) => {
    const slots = slotsOn(addDays(toDay(booking.approvedAt), random.int(3, 9)))
    const slot = random.pick(slots)
    if (slot.endsAt > now) return []
    return createAppointment({ hall, booking, slot, status: 'done', seat: undefined, random, staffID })
  })
  return [...fullDay, ...later, ...earlier]
}

function statusToday({ startsAt, endsAt }: Slot, index: number, seat: number, now: Date): AppointmentStatus {
  if (endsAt <= now) return index === 1 && seat === 0 ? 'not held' : 'done'
  if (startsAt <= now) return 'arrived'
  return index % 4 === 3 ? 'moved' : 'confirmed'
}

/** The moves that lead to each status. */
const movesTo: Record<AppointmentStatus, AppointmentEvent[]> = {
  requested: ['propose'],
  confirmed: ['choose'],
  moved: ['choose', 'move'],
  cancelled: ['choose', 'cancel'],
  arrived: ['choose', 'arrive'],
  done: ['choose', 'arrive', 'finish'],
  'not held': ['choose', 'miss'],
}
/** Goes through the transition table, so that no demo appointment is in an impossible state. */
function replay(events: readonly AppointmentEvent[]) {
  let status: AppointmentState['status'] = 'none'
  return events.map((event) => {
    const by = familyEvents.has(event) ? ('user' as const) : ('staff' as const)
    const next = statusAfter({ status, dayCome: true, begun: event === 'miss', urnOutside: false }, event, by)
    if (!next) throw new Error(`No appointment can ${event} when it is ${status}`)
    status = next
    return { event, by, status: next }
  })
}
const familyEvents = new Set<AppointmentEvent>(['choose', 'propose', 'move', 'cancel'])

interface AppointmentInput extends Pick<SeedInput, 'random' | 'staffID'> {
  hall: Hall
  booking: Booking
  slot: Slot
  status: AppointmentStatus
  /** The seat matters only today and later. */
  seat: number | undefined
}

function createAppointment({ hall, booking, slot, status, seat, random, staffID }: AppointmentInput) {
  const { startsAt, endsAt } = slot
  const appointmentID = random.uuid()
  const approved = booking.approvedAt.getTime() + 5 * hour
  /** A proposal is a few days old, or its task would have waited for months. */
  const createdAt = new Date(status === 'requested' ? Math.max(approved, startsAt.getTime() - 6 * dayMs) : approved)
  return {
    appointment: {
      appointmentID,
      status,
      startsAt,
      endsAt,
      createdAt,
      bookingID: booking.bookingID,
      buildingID: hall.buildingID,
      message: status === 'requested' ? 'Could we come after work, please?' : '',
      version: movesTo[status].length,
    },
    slot: seat === undefined ? [] : [{ appointmentID, hallNumber: hall.hallNumber, seat, startsAt, endsAt }],
    moves: replay(movesTo[status]).map(({ event, by, status }, index) => ({
      moveID: random.uuid(),
      appointmentID,
      event,
      status,
      startsAt,
      actorID: by === 'user' ? booking.userID : staffID,
      at: momentOf(event, slot) ?? new Date(createdAt.getTime() + index * hour),
    })),
  }
}

/** The time at which staff record what happens on the day itself. */
function momentOf(event: AppointmentEvent, { startsAt, endsAt }: Slot): Date | undefined {
  if (event === 'arrive') return startsAt
  return event === 'finish' || event === 'miss' ? endsAt : undefined
}
