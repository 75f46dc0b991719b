import { formatAppointment, whatToBring } from '#contract/appointments/appointment.ts'
import type { AppointmentEvent } from '#contract/appointments/transitions.ts'
import { formatWeekday, toDay, toTime } from '#contract/dates.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { isWithStaff } from '#contract/urns/moves.ts'
import { findRelative } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { readHouse } from '#server/house/public.ts'
import { type CalendarFile, enqueueLetter, type Letter, nameBeneficiary } from '#server/mail/outbox.ts'
import { calendarFile } from './calendar-file.ts'
import type { ExistingAppointment } from './locked-appointment.ts'
import type { AppointmentRow } from './queries.ts'

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
  await send(context, held, content, method)
}

/** Sent the day before. The version in the key lets an appointment that was moved have another reminder. */
export const enqueueReminder = (context: Context, held: ExistingAppointment) =>
  send(context, held, {
    kind: 'appointment reminder',
    subject: `Tomorrow: placement of the urn of ${nameIn(held)}`,
    paragraphs: [`We expect you tomorrow, ${whenOf(held.appointment)}.`, ...howToPrepare(held)],
    dedupeKey: `appointment reminder:${held.appointment.appointmentID}:${held.appointment.version}`,
  })

/** For a proposal that was not answered before its time. */
export const enqueueApology = (context: Context, held: ExistingAppointment) =>
  send(context, held, {
    kind: 'proposal not answered',
    subject: `We have not answered you: placement of the urn of ${nameIn(held)}`,
    paragraphs: [
      `You proposed ${whenOf(held.appointment)} for the placement of the urn of ${nameIn(held)}. We did not answer in time, and we are sorry.`,
      'Nobody expects you at that time. Please choose or propose another one; our staff have been told, too, and may offer you one.',
    ],
    dedupeKey: `proposal not answered:${held.appointment.appointmentID}:${held.appointment.version}`,
  })

const letterByEvent: Partial<Record<AppointmentEvent, (held: ExistingAppointment, change: Change) => Content>> = {
  choose: (held) => confirmed(held),
  confirm: (held) => confirmed(held),
  move: (held, { before }) => ({
    kind: 'appointment moved',
    subject: `Moved: placement of the urn of ${nameIn(held)}`,
    paragraphs: [
      `The placement of the urn of ${nameIn(held)} is now on ${whenOf(held.appointment)}.`,
      ...(before ? [`Before, it was on ${whenOf(before)}.`] : []),
      ...howToPrepare(held),
    ],
    closing: ['The attached file updates the appointment in your calendar.'],
  }),
  cancel: (held, { before, reason }) => ({
    kind: 'appointment cancelled',
    subject: `Cancelled: placement of the urn of ${nameIn(held)}`,
    paragraphs: [
      before?.status === 'requested'
        ? `The time that was proposed, ${whenOf(held.appointment)}, is no longer planned.`
        : `The appointment on ${whenOf(held.appointment)} has been cancelled.`,
      ...(reason ? [`The reason: ${reason}`] : []),
      'As long as your booking stands, you can choose another day whenever you are ready.',
    ],
  }),
}

const confirmed = (held: ExistingAppointment): Content => ({
  kind: 'appointment confirmed',
  subject: `Confirmed: placement of the urn of ${nameIn(held)}`,
  paragraphs: [`We expect you on ${whenOf(held.appointment)}.`, ...howToPrepare(held)],
  closing: ['The attached file adds the appointment to your calendar.'],
})

const howToPrepare = ({ location, urnPlace }: ExistingAppointment) => [
  whatToBring(urnPlace !== undefined && isWithStaff(urnPlace)),
  ...(location.directions ? [`How to get there: ${location.directions}`] : []),
]

const nameIn = ({ locked }: ExistingAppointment) =>
  nameBeneficiary(locked.booking.bookingID, locked.beneficiary.beneficiaryName)

const whenOf = ({ startsAt, endsAt }: AppointmentRow) => formatAppointment(startsAt, endsAt)

/**
 * Sends the letter to the holder and the second person. A booking from a register has no account, so no letter either.
 */
async function send(context: Context, held: ExistingAppointment, content: Content, method?: CalendarFile['method']) {
  const { email, fullName } = held.locked.applicant
  if (!email) return
  await sendTo(context, held, { to: email, name: fullName, ...content }, method)
  const relative = await findRelative(context.db, held.locked.booking.bookingID)
  const { dedupeKey } = content
  if (relative)
    await sendTo(
      context,
      held,
      { ...content, ...relative, ...(dedupeKey && { dedupeKey: `${dedupeKey}:relative` }) },
      method,
    )
}

type Addressed = Content & Pick<Letter, 'to' | 'name'>

async function sendTo(
  context: Context,
  held: ExistingAppointment,
  content: Addressed,
  method?: CalendarFile['method'],
) {
  const { locked, location, appointment } = held
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
    ...(method && { calendar: await calendarOf(context, held, method, content.to) }),
  })
}

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
