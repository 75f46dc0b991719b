import type { Appointment } from '../appointments/api.ts'
import { formatAppointment } from '../appointments/appointment.ts'
import type { OwnBooking } from '../bookings/api.ts'
import { isApproved } from '../bookings/booking.ts'
import { formatDay, toDay } from '../dates.ts'
import { isSettled } from '../payments/payment.ts'
import { isInNiche } from '../urns/moves.ts'
import type { FamilyUrn } from '../urns/placement.ts'

export type StepFacts = Pick<
  OwnBooking,
  | 'bookingStatus'
  | 'bookingType'
  | 'madeBy'
  | 'paymentStatus'
  | 'paymentDate'
  | 'approvedAt'
  | 'certificateAsked'
  | 'urnRequested'
>

/** What is known of the placement of the urn. */
export interface StepPlacing {
  urn: Pick<FamilyUrn, 'place' | 'since'> | undefined
  /** The last appointment of the booking. */
  appointment: Pick<Appointment, 'status' | 'startsAt' | 'endsAt'> | undefined
}

export const stepStates = ['done', 'now', 'later'] as const
export interface FamilyStep {
  title: string
  state: (typeof stepStates)[number]
  /** When it was, or what it waits for. */
  words: string
}

type Step = { title: string; isDone: boolean; words: string }

/**
 * The steps from the payment to the niche, without those that are not known or not due: an imported booking begins with
 * the day, and a pre-order ends with its papers until its urn is to be placed. While `placing` loads, no step after the
 * papers is next.
 */
export function familySteps(booking: StepFacts, placing?: StepPlacing): FamilyStep[] {
  if (booking.bookingStatus === 'Cancelled' || booking.bookingType === 'Archived') return []
  const isForLater = booking.bookingType === 'PreOrder' && !booking.urnRequested
  const rest = restStep(placing)
  const steps = [
    ...(booking.madeBy === 'import' ? [] : [paidStep(booking), papersStep(booking)]),
    ...(isForLater ? [] : [dayStep(placing), rest]),
  ]
  const wasNotPlanned = booking.madeBy === 'import' && rest.isDone && !placing?.appointment
  const shown = wasNotPlanned ? [rest] : steps
  const next = shown.findIndex(({ isDone }) => !isDone)
  const isKnown = placing !== undefined || !isApproved(booking)
  return shown.map(({ isDone, ...step }, at) => ({
    ...step,
    state: isDone ? 'done' : at === next && isKnown ? 'now' : 'later',
  }))
}

const dayOf = (instant: string | null) => (instant ? formatDay(toDay(new Date(instant))) : '')

function paidStep({ paymentStatus, paymentDate }: StepFacts): Step {
  const isDone = !paymentStatus || isSettled(paymentStatus)
  return {
    title: 'Paid',
    isDone,
    words: paymentStatus === 'Waived' ? 'Nothing was to be paid' : isDone ? dayOf(paymentDate) : '',
  }
}

function papersStep({ bookingStatus, approvedAt, certificateAsked, urnRequested, paymentStatus }: StepFacts): Step {
  const isDone = bookingStatus === 'Confirmed'
  const waitsFor = () => {
    if (certificateAsked) return 'We need another certificate'
    if (paymentStatus && !isSettled(paymentStatus)) return ''
    return urnRequested ? 'Our staff are reading the death certificate' : 'Our staff are reading them'
  }
  return { title: 'Papers read', isDone, words: isDone ? dayOf(approvedAt) : waitsFor() }
}

function dayStep(placing: StepPlacing | undefined): Step {
  const title = 'Day chosen'
  const { appointment, urn } = placing ?? {}
  const isPlaced = urn !== undefined && isInNiche(urn.place)
  if (!appointment || appointment.status === 'cancelled' || appointment.status === 'not held')
    return { title, isDone: isPlaced, words: '' }
  const when = formatAppointment(new Date(appointment.startsAt), new Date(appointment.endsAt))
  return appointment.status === 'requested'
    ? { title, isDone: isPlaced, words: `You proposed ${when}` }
    : { title, isDone: true, words: when }
}

function restStep(placing: StepPlacing | undefined): Step {
  const title = 'At rest'
  const urn = placing?.urn
  if (!urn || urn.place === 'family' || urn.place === 'nowhere') return { title, isDone: false, words: '' }
  if (urn.place === 'listed') return { title, isDone: true, words: 'According to our register' }
  return isInNiche(urn.place)
    ? { title, isDone: true, words: dayOf(urn.since) }
    : { title, isDone: false, words: 'The urn is with our staff' }
}
