import { formatAppointment } from '#contract/appointments/appointment.ts'
import type { AppointmentEvent } from '#contract/appointments/transitions.ts'
import { formatWeekday, toDay, toTime } from '#contract/dates.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { findRelative } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { readHouse } from '#server/house/public.ts'
import { type CalendarFile, enqueueLetter, type Letter, nameBeneficiary } from '#server/mail/outbox.ts'
import { calendarFile } from './calendar-file.ts'
import type { HeldAppointment } from './held-appointment.ts'
import type { AppointmentRow } from './queries.ts'

type Made = HeldAppointment & { appointment: AppointmentRow }
type Content = Pick<Letter, 'kind' | 'subject' | 'paragraphs' | 'closing' | 'dedupeKey'>
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
export async function enqueueAppointmentLetter(context: Context, made: Made, event: AppointmentEvent, change: Change) {
  const content = letterByEvent[event]?.(made, change)
  if (!content) return
  const wasInCalendar = change.before !== undefined && change.before.status !== 'requested'
  const method = event === 'cancel' && !wasInCalendar ? undefined : calendarMethods[event]
  await send(context, made, content, method)
}

/** On the day before. A letter for each time of the appointment. */
export const enqueueReminder = (context: Context, made: Made) =>
  send(context, made, {
    kind: 'appointment reminder',
    subject: `Tomorrow: placement of the urn of ${nameIn(made)}`,
    paragraphs: [`We expect you tomorrow, ${whenOf(made.appointment)}.`, ...howToPrepare(made)],
    dedupeKey: `appointment reminder:${made.appointment.appointmentID}:${made.appointment.version}`,
  })

/** For a proposal that was not answered before its time. */
export const enqueueApology = (context: Context, made: Made) =>
  send(context, made, {
    kind: 'proposal not answered',
    subject: `We have not answered you: placement of the urn of ${nameIn(made)}`,
    paragraphs: [
      `You proposed ${whenOf(made.appointment)} for the placement of the urn of ${nameIn(made)}. We did not answer in time, and we are sorry.`,
      'Nobody expects you at that time. Please choose or propose another one; our staff have been told, too, and may offer you one.',
    ],
    dedupeKey: `proposal not answered:${made.appointment.appointmentID}:${made.appointment.version}`,
  })

const letterByEvent: Partial<Record<AppointmentEvent, (made: Made, change: Change) => Content>> = {
  choose: (made) => confirmed(made),
  confirm: (made) => confirmed(made),
  move: (made, { before }) => ({
    kind: 'appointment moved',
    subject: `Moved: placement of the urn of ${nameIn(made)}`,
    paragraphs: [
      `The placement of the urn of ${nameIn(made)} is now on ${whenOf(made.appointment)}.`,
      ...(before ? [`Before, it was on ${whenOf(before)}.`] : []),
      ...howToPrepare(made),
    ],
    closing: ['The attached file updates the appointment in your calendar.'],
  }),
  cancel: (made, { before, reason }) => ({
    kind: 'appointment cancelled',
    subject: `Cancelled: placement of the urn of ${nameIn(made)}`,
    paragraphs: [
      before?.status === 'requested'
        ? `The time that was proposed, ${whenOf(made.appointment)}, is no longer planned.`
        : `The appointment on ${whenOf(made.appointment)} has been cancelled.`,
      ...(reason ? [`The reason: ${reason}`] : []),
      'As long as your booking stands, you can choose another day whenever you are ready.',
    ],
  }),
}

const confirmed = (made: Made): Content => ({
  kind: 'appointment confirmed',
  subject: `Confirmed: placement of the urn of ${nameIn(made)}`,
  paragraphs: [`We expect you on ${whenOf(made.appointment)}.`, ...howToPrepare(made)],
  closing: ['The attached file adds the appointment to your calendar.'],
})

const howToPrepare = ({ location }: Made) => [
  'Please bring the urn, the cremation certificate, and your identity card or passport.',
  ...(location.directions ? [`How to get there: ${location.directions}`] : []),
]

const nameIn = ({ locked }: HeldAppointment) =>
  nameBeneficiary(locked.booking.bookingID, locked.beneficiary.beneficiaryName)

const whenOf = ({ startsAt, endsAt }: AppointmentRow) => formatAppointment(startsAt, endsAt)

/** To the holder and the second person of the family. A booking from a register has no account, and so no letter. */
async function send(context: Context, made: Made, content: Content, method?: CalendarFile['method']) {
  const { email, fullName } = made.locked.applicant
  if (!email) return
  await sendTo(context, made, { to: email, name: fullName, ...content }, method)
  const relative = await findRelative(context.db, made.locked.booking.bookingID)
  const { dedupeKey } = content
  if (relative)
    await sendTo(
      context,
      made,
      { ...content, ...relative, ...(dedupeKey && { dedupeKey: `${dedupeKey}:relative` }) },
      method,
    )
}

type Addressed = Content & Pick<Letter, 'to' | 'name'>

async function sendTo(context: Context, made: Made, content: Addressed, method?: CalendarFile['method']) {
  const { locked, location, appointment } = made
  await enqueueLetter(context, {
    facts: [
      ['Booking', locked.booking.bookingID],
      ['Day', formatWeekday(toDay(appointment.startsAt))],
      ['Time', `${toTime(appointment.startsAt)} to ${toTime(appointment.endsAt)}, Singapore time`],
      ['Place', buildingLevelBlock(location)],
      ['Niche', locked.nicheCode],
    ],
    action: { label: 'See the appointment', path: pathTo('appointment', { bookingID: locked.booking.bookingID }) },
    ...content,
    ...(method && { calendar: await calendarOf(context, made, method, content.to) }),
  })
}

export const calendarOf = async (context: Context, made: Made, method: CalendarFile['method'], attendee: string) =>
  calendarFile(method, {
    ...made,
    beneficiaryName: nameIn(made),
    attendee,
    house: await readHouse(context),
    config: context.config,
    now: context.clock(),
  })
