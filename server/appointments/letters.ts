import { formatAppointment, whatToBring } from '#contract/appointments/appointment.ts'
import type { AppointmentEvent } from '#contract/appointments/transitions.ts'
import { formatWeekday, toDay, toTime } from '#contract/dates.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { isWithStaff } from '#contract/urns/moves.ts'
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

const calendarMethods: Partial<Record<AppointmentEvent, CalendarFile['method']>> = {
  choose: 'REQUEST',
  confirm: 'REQUEST',
  move: 'REQUEST',
  cancel: 'CANCEL',
}

/** Adds the letter about this event, if there is one, to the outbox in the same transaction. */
export async function enqueueAppointmentLetter(
  context: Context,
  held: ExistingAppointment,
  event: AppointmentEvent,
  change: Change,
) {
  const content = letterByEvent[event]?.(held, change)
  if (!content) return
  const wasInCalendar = change.before !== undefined && change.before.status !== 'requested'
  const method = event === 'cancel' && !wasInCalendar ? undefined : calendarMethods[event]
  await enqueueFamilyLetter(context, held.locked, async ({ email }) =>
    method ? { ...content, calendar: await calendarOf(context, held, method, email) } : content,
  )
}

/** Sent the day before. The version in the key lets an appointment that was moved have another reminder. */
export const reminderLetter = (held: ExistingAppointment) =>
  letter(oncePerTime('appointment reminder', held), `Tomorrow: placement of the urn of ${nameIn(held)}`, [
    `We expect you tomorrow, ${whenOf(held.appointment)}.`,
    ...howToPrepare(held),
    ...appointmentFacts(held),
  ])

/** For a proposal that was not answered before its time. */
export const apology = (held: ExistingAppointment) =>
  letter(
    oncePerTime('proposal not answered', held),
    `We have not answered you: placement of the urn of ${nameIn(held)}`,
    [
      `You proposed ${whenOf(held.appointment)} for the placement of the urn of ${nameIn(held)}. We did not answer in time, and we are sorry.`,
      'Nobody expects you at that time. Please choose or propose another one; our staff have been told, too, and may offer you one.',
      ...appointmentFacts(held),
    ],
  )

const letterByEvent: Partial<Record<AppointmentEvent, (held: ExistingAppointment, change: Change) => Letter>> = {
  choose: (held) => confirmed(held),
  confirm: (held) => confirmed(held),
  move: (held, { before }) =>
    letter('appointment moved', `Moved: placement of the urn of ${nameIn(held)}`, [
      `The placement of the urn of ${nameIn(held)} is now on ${whenOf(held.appointment)}.`,
      before && `Before, it was on ${whenOf(before)}.`,
      ...howToPrepare(held),
      ...appointmentFacts(held),
      'The attached file updates the appointment in your calendar.',
    ]),
  cancel: (held, { before, reason }) =>
    letter('appointment cancelled', `Cancelled: placement of the urn of ${nameIn(held)}`, [
      before?.status === 'requested'
        ? `The time that was proposed, ${whenOf(held.appointment)}, is no longer planned.`
        : `The appointment on ${whenOf(held.appointment)} has been cancelled.`,
      reason && `The reason: ${reason}`,
      'As long as your booking stands, you can choose another day whenever you are ready.',
      ...appointmentFacts(held),
    ]),
}

const confirmed = (held: ExistingAppointment) =>
  letter('appointment confirmed', `Confirmed: placement of the urn of ${nameIn(held)}`, [
    `We expect you on ${whenOf(held.appointment)}.`,
    ...howToPrepare(held),
    ...appointmentFacts(held),
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
  held: ExistingAppointment,
  method: CalendarFile['method'],
  attendee: string,
) =>
  calendarFile(method, {
    ...held,
    beneficiaryName: nameIn(held),
    attendee,
    house: await readHouse(context),
    config: context.config,
    now: context.clock(),
  })
