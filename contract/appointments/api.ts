import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import { callsBelow } from '../endpoint.ts'
import { codeAndPlace } from '../niches/niche.ts'
import { bookingID, bookingRef, buildingID, instant, textWithin, uuid } from '../schema-parts.ts'
import { twoPersonEvents, urnWhereabouts } from '../urns/moves.ts'
import { appointmentStatuses } from './appointment.ts'
import { readExceptions, readHours, type Weekday } from './hours.ts'

const day = z.string('Please choose a day.').refine(isIsoDay, 'Please choose a day.')
const time = z.string('Please choose a time.').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please choose a time.')

const hoursOfDay = z
  .string()
  .trim()
  .max(100, 'At most 100 characters')
  .refine((text) => readHours(text) !== undefined, 'Please write hours like 9:00-12:00, 13:00-17:00')

const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number<string | number>('Please enter a number.')
    .int('Please enter a whole number.')
    .min(least, `At least ${least}`)
    .max(most, `At most ${most}`)

/** When a hall receives families who bring an urn. */
export const ScheduleForm = z.object({
  buildingID,
  ...({
    monday: hoursOfDay,
    tuesday: hoursOfDay,
    wednesday: hoursOfDay,
    thursday: hoursOfDay,
    friday: hoursOfDay,
    saturday: hoursOfDay,
    sunday: hoursOfDay,
  } satisfies Record<Weekday, z.ZodType>),
  exceptions: z
    .string()
    .trim()
    .max(5000, 'At most 5,000 characters')
    .refine((text) => readExceptions(text) !== undefined, 'Please write each line like 2026-12-25: closed'),
  slotMinutes: wholeNumber(15, 480),
  capacity: wholeNumber(1, 20),
})
export type ScheduleForm = z.output<typeof ScheduleForm>

/** The same call sent again with the same ID has no further effect, so a client may repeat it after a lost connection. */
const moveID = uuid
  .optional()
  .describe('Chosen by the client. A call that is sent again with the same ID is done once.')

export const TimeChoice = z.object({ day, time })
export type TimeChoice = z.output<typeof TimeChoice>
/** A time that the family would like. */
export const Proposal = TimeChoice.extend({
  message: textWithin(500),
})

const startForm = TimeChoice.extend({ bookingID, moveID })
/** The appointment as its caller saw it. */
const moveForm = z.object({ appointmentID: uuid, version: z.int().min(1), moveID })

export const Appointment = z.object({
  appointmentID: z.string(),
  bookingID: z.string(),
  version: z.int(),
  status: z.enum(appointmentStatuses),
  startsAt: instant,
  endsAt: instant,
  buildingName: z.string(),
  /** The family's note about a time that it proposes. */
  message: z.string(),
})
export type Appointment = z.infer<typeof Appointment>

const personAndNiche = {
  bookingID: z.string(),
  beneficiaryName: z.string(),
  ...codeAndPlace,
  half: z.string(),
  blockName: z.string(),
  levelNumber: z.int(),
  buildingName: z.string(),
}
const family = { customerName: z.string(), contactNumber: z.string() }

/** An appointment as staff see it. */
export const StaffAppointment = Appointment.extend({
  ...personAndNiche,
  ...family,
  /** The urn of the booking, if it was received, with where it is in words. */
  urn: z.object({ tag: z.string(), place: z.enum(urnWhereabouts), where: z.string() }).nullable(),
  /** The amount that is due for charges of the booking; null if nothing is. It never keeps an urn from its niche. */
  chargesDue: z.string().nullable(),
})
export type StaffAppointment = z.infer<typeof StaffAppointment>

export const BookingAppointment = z.object({
  ...personAndNiche,
  directions: z.string(),
  /** The booking is approved and for current use, so a day can be chosen. */
  isApproved: z.boolean(),
  isUrnHere: z.boolean(),
  /** The last one of the booking. */
  appointment: Appointment.nullable(),
  /** When other urns come to the same niche: a family may want one day for both. */
  others: z.array(z.object({ beneficiaryName: z.string(), startsAt: instant, endsAt: instant })),
  /** Days with the times that are free; for staff from today on. */
  days: z.array(z.object({ day: z.string(), times: z.array(z.string()) })),
  /** The first and the last day that one may choose, and the days between them on which the hall receives nobody. */
  period: z.object({ from: z.string(), until: z.string(), closed: z.array(z.string()) }),
})
export type BookingAppointment = z.infer<typeof BookingAppointment>

export const WaitingFamily = z.object({ ...personAndNiche, ...family, approvedAt: instant })
export type WaitingFamily = z.infer<typeof WaitingFamily>

const urnTask = { tag: z.string(), beneficiaryName: z.string(), nicheCode: z.string() }
/** An urn that staff have had for a week or more. */
export const UnplacedUrn = z.object({ ...urnTask, where: z.string(), since: instant })
export type UnplacedUrn = z.infer<typeof UnplacedUrn>
/** A move that one person confirmed and nobody else in time, with who that was. */
export const ExpiredAttempt = z.object({ ...urnTask, event: z.enum(twoPersonEvents), by: z.string(), at: instant })
export type ExpiredAttempt = z.infer<typeof ExpiredAttempt>

/** A list of tasks has no more rows. */
export const mostTasks = 50

/** How many tasks a list has, or `50 or more` if the server may have cut it. */
export const countTasks = ({ length }: readonly unknown[], most = mostTasks) =>
  length < most ? length : `${most} or more`

/** The oldest rows are first, so that a list that is cut leaves out the newest. */
export const PlacementTasks = z.object({
  /** Times that families have proposed. They stay until somebody answers, also when the time has passed. */
  proposed: z.array(StaffAppointment.extend({ proposedAt: instant, isPast: z.boolean() })),
  /** Appointments whose time is over and for which staff have not recorded whether they were held. */
  unfinished: z.array(StaffAppointment),
  /** Urns that were received or taken out a week ago or earlier, and are not in a niche. */
  notPlaced: z.array(UnplacedUrn),
  /** Moves that expired in the last week and that nobody has tried again. */
  expired: z.array(ExpiredAttempt),
  /** Families approved 30 days ago or earlier, without an appointment and without an urn. */
  withoutAppointment: z.array(WaitingFamily),
})
export type PlacementTasks = z.infer<typeof PlacementTasks>

export const AppointmentsEvent = z.object({ kind: z.enum(['day', 'tasks']) })
export type AppointmentsEvent = z.infer<typeof AppointmentsEvent>

const { applicants, staff, admins, applicantsAndStaff, staffAndAdmins } = callsBelow('/api/appointments')

export const appointmentApi = {
  mine: applicants.get('mine', 'The last appointment of each of your bookings', { reply: z.array(Appointment) }),
  forBooking: applicantsAndStaff.get(
    'booking/:bookingID',
    'The appointment of a booking, and the times that can be chosen',
    {
      recordedRead: { kind: 'booking', subject: 'bookingID' },
      params: bookingRef,
      reply: BookingAppointment,
    },
  ),
  calendar: applicantsAndStaff.get('calendar/:appointmentID', 'A confirmed appointment as a calendar file', {
    recordedRead: { kind: 'placements' },
    params: z.object({ appointmentID: uuid }),
    sends: 'text/calendar',
  }),
  choose: applicantsAndStaff.post('choose', 'Choose a free time; it is confirmed at once', { body: startForm }),
  propose: applicants.post('propose', 'Propose a time of your own, for staff to confirm', {
    body: startForm.extend({ message: Proposal.shape.message.default('') }),
  }),
  confirm: staff.post('confirm', 'Confirm the time that a family has proposed', { body: moveForm }),
  move: applicantsAndStaff.post('move', 'Move an appointment to another time', {
    body: moveForm.extend(TimeChoice.shape),
  }),
  cancel: applicantsAndStaff.post('cancel', 'Cancel an appointment', {
    body: moveForm.extend({ reason: textWithin(500).default('') }),
  }),
  arrive: staff.post('arrive', 'The family has arrived', { body: moveForm }),
  undoArrival: staff.post('undo-arrival', 'The family has not arrived after all', { body: moveForm }),
  finish: staff.post('finish', 'The appointment is over; refused while its urn is not in the niche', {
    body: moveForm,
  }),
  miss: staff.post('miss', 'The appointment was not held', { body: moveForm }),
  day: staffAndAdmins.get('day', 'The appointments of a day, by hall and time', {
    recordedRead: { kind: 'placements' },
    query: z.object({ day }),
    reply: z.array(StaffAppointment),
  }),
  tasks: staffAndAdmins.get('tasks', 'What staff have to do about placements', {
    recordedRead: { kind: 'placements' },
    reply: PlacementTasks,
  }),
  events: staffAndAdmins.get('events/:day', 'Says when the appointments of this day have changed, or only the tasks', {
    params: z.object({ day }),
    reply: AppointmentsEvent,
    sends: 'text/event-stream',
  }),
  schedules: admins.get('schedules', 'The placement hours of the halls that have any', {
    reply: z.array(ScheduleForm),
  }),
  saveSchedule: admins.post('save-schedule', 'Change the placement hours of a hall', {
    freshFactor: true,
    body: ScheduleForm,
    reply: z.object({ outside: z.int().describe('Coming appointments that the new hours leave out. They stay.') }),
  }),
} as const
