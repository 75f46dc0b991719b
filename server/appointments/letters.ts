import { formatAppointment, whatToBring } from '#contract/appointments/appointment.ts'
import type { AppointmentEvent } from '#contract/appointments/transitions.ts'
import { formatWeekday, toDay, toTime } from '#contract/dates.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { isWithStaff } from '#contract/urns/moves.ts'
import type { Speaker } from '#contract/words/t.ts'
import { beneficiaryOf, enqueueFamilyLetter } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { readHouse } from '#server/house/public.ts'
import { type CalendarFile, facts, type Letter, letter, link, oncePer } from '#server/mail/outbox.ts'
import { calendarFile } from './calendar-file.ts'
import type { ExistingAppointment } from './locked-appointment.ts'
import type { AppointmentRow } from './queries.ts'

interface Change {
  before: AppointmentRow | undefined
  reason: string
}

/** Why a job cancels an appointment. A letter translates these; a reason that staff write stands in it as written. */
export const reasonsOfJob = {
  reopened: 'Our staff are checking the booking again.',
  archived: 'The booking has ended.',
} as const
const isOfJob = (reason: string) => Object.values<string>(reasonsOfJob).includes(reason)

const calendarMethods: Partial<Record<AppointmentEvent, CalendarFile['method']>> = {
  choose: 'REQUEST',
  confirm: 'REQUEST',
  move: 'REQUEST',
  cancel: 'CANCEL',
}

/** Adds the letter about this event, if there is one, to the outbox in the same transaction. */
export async function enqueueAppointmentLetter(
  context: Context,
  existing: ExistingAppointment,
  event: AppointmentEvent,
  change: Change,
) {
  const content = letterAbout(existing, event, change)
  if (!content) return
  const wasInCalendar = change.before !== undefined && change.before.status !== 'requested'
  const method = event === 'cancel' && !wasInCalendar ? undefined : calendarMethods[event]
  await enqueueFamilyLetter(context, existing.locked, async ({ email }) =>
    method ? { ...content, calendar: await calendarOf(context, existing, method, email) } : content,
  )
}

/** Sent the day before. The version in the key lets an appointment that was moved have another reminder. */
export const reminderLetter = (existing: ExistingAppointment) =>
  letter(oncePerTime('appointment reminder', existing), `Tomorrow: placement of the urn of ${nameIn(existing)}`, [
    `We expect you tomorrow, ${whenOf(existing.appointment)}.`,
    ...howToPrepare(existing),
    ...appointmentFacts(existing),
  ])

/** Written about a proposal that was not answered before its time. */
export const apology = (existing: ExistingAppointment) =>
  letter(
    oncePerTime('proposal not answered', existing),
    `We have not answered you: placement of the urn of ${nameIn(existing)}`,
    [
      `You proposed ${whenOf(existing.appointment)} for the placement of the urn of ${nameIn(existing)}. We did not answer in time, and we are sorry.`,
      'Please do not come at that time, but choose or propose another one. Our staff have been told, too, and may offer you one.',
      ...appointmentFacts(existing),
    ],
  )

export const letterAbout = (existing: ExistingAppointment, event: AppointmentEvent, change: Change) =>
  letterByEvent[event]?.(existing, change)

const letterByEvent: Partial<Record<AppointmentEvent, (existing: ExistingAppointment, change: Change) => Letter>> = {
  choose: (existing) => confirmed(existing),
  confirm: (existing) => confirmed(existing),
  move: (existing, { before }) =>
    letter('appointment moved', `Moved: placement of the urn of ${nameIn(existing)}`, [
      `The placement of the urn of ${nameIn(existing)} is now on ${whenOf(existing.appointment)}.`,
      before && `Before, it was on ${whenOf(before)}.`,
      ...howToPrepare(existing),
      ...appointmentFacts(existing),
      'The attached file updates the appointment in your calendar.',
    ]),
  cancel: (existing, { before, reason }) =>
    letter('appointment cancelled', `Cancelled: placement of the urn of ${nameIn(existing)}`, [
      before?.status === 'requested'
        ? `The time that was proposed, ${whenOf(existing.appointment)}, is no longer planned.`
        : `The appointment on ${whenOf(existing.appointment)} has been cancelled.`,
      isOfJob(reason) ? reason : reason && `The reason: ${reason}`,
      'As long as your booking stands, you can choose another day whenever you are ready.',
      ...appointmentFacts(existing),
    ]),
}

const confirmed = (existing: ExistingAppointment) =>
  letter('appointment confirmed', `Confirmed: placement of the urn of ${nameIn(existing)}`, [
    `We expect you on ${whenOf(existing.appointment)}.`,
    ...howToPrepare(existing),
    ...appointmentFacts(existing),
    'The attached file adds the appointment to your calendar.',
  ])

const howToPrepare = ({ location, urnPlace }: ExistingAppointment) => [
  whatToBring(urnPlace !== undefined && isWithStaff(urnPlace)),
  location.directions && `How to get there: ${location.directions}`,
]

const appointmentFacts = ({ locked, location, appointment: { startsAt, endsAt } }: ExistingAppointment) => [
  facts({
    Booking: locked.booking.bookingID,
    Day: formatWeekday(toDay(startsAt)),
    Time: `${toTime(startsAt)} to ${toTime(endsAt)}, Singapore time`,
    Place: buildingLevelBlock(location),
    Niche: locked.nicheCode,
  }),
  link('See the appointment', pathTo('appointment', { bookingID: locked.booking.bookingID })),
]

const oncePerTime = (kind: string, { appointment }: ExistingAppointment) =>
  oncePer(kind, appointment.appointmentID, appointment.version)

const nameIn = ({ locked }: ExistingAppointment) => beneficiaryOf(locked)

const whenOf = ({ startsAt, endsAt }: AppointmentRow) => formatAppointment(startsAt, endsAt)

export const calendarOf = async (
  context: Context,
  existing: ExistingAppointment,
  method: CalendarFile['method'],
  attendee: string,
) => {
  const entry = {
    ...existing,
    beneficiaryName: nameIn(existing),
    attendee,
    house: await readHouse(context),
    config: context.config,
    now: context.clock(),
  }
  return (speaker: Speaker) => calendarFile(method, entry, speaker)
}
