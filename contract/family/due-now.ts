import { formatAppointment, isExpected, isOpen } from '../appointments/appointment.ts'
import { isApproved } from '../bookings/booking.ts'
import { certificateLabels } from '../bookings/certificate-request.ts'
import { toDay } from '../dates.ts'
import { formatAmount } from '../money.ts'
import { type PageName, pages, pathTo } from '../pages.ts'
import { isSettled } from '../payments/payment.ts'
import type { Role } from '../roles.ts'
import { isInNiche, isWithStaff } from '../urns/moves.ts'
import type { StaffPerson } from './staff-person-api.ts'

interface DueAction {
  label: string
  /** Whoever may open this page may do it, and nobody else. */
  page: PageName
  /** A path, or a dialog on the page of the person. */
  to: `/${string}` | 'payment' | 'receive'
}

export interface DueNow {
  title: string
  words: string
  /** Undefined if nothing is to be done, or not by the reader. */
  action?: DueAction | undefined
}

export type DueFacts = Pick<StaffPerson, 'booking' | 'urn' | 'appointment' | 'chargesDue'>
type Booking = StaffPerson['booking']

/** The next step, or why there is none. */
type Step = DueNow | string

/** The one thing that is due for a person, with what the reader presses for it. */
export function dueNow(facts: DueFacts, role: Role, now: Date): DueNow {
  const { action, ...due } = findDue(facts, now)
  const access = action && pages[action.page].access
  return { ...due, action: access === 'public' || access?.some((each) => each === role) ? action : undefined }
}

/** A step comes before charges, which keep no urn from its niche. */
function findDue(facts: DueFacts, now: Date): DueNow {
  const step = findStep(facts, now)
  if (typeof step !== 'string') return step
  const { chargesDue, booking } = facts
  if (!chargesDue) return { title: 'Nothing is due', words: step }
  const words = `${step} ${formatAmount(chargesDue)} is to be paid for charges, online or at the counter.`
  const card = `${pathTo('staffPerson', { bookingID: booking.bookingID })}#charges` as const
  return due('Take the payment of charges', words, 'See the charges', 'staffPerson', card)
}

function findStep(facts: DueFacts, now: Date): Step {
  const { booking } = facts
  if (booking.bookingStatus === 'Cancelled' || booking.bookingType === 'Archived') return afterTheEnd(booking)
  if (booking.bookingStatus === 'Pending') return beforeTheDecision(booking)
  return isApproved(booking)
    ? untilPlaced(facts, now)
    : 'The niche is reserved until the family asks for the urn to be placed.'
}

const due = (title: string, words: string, ...[label, page, to]: [string, PageName, DueAction['to']]): DueNow => ({
  title,
  words,
  action: { label, page, to },
})

function afterTheEnd({ paymentStatus, paymentMethod, paymentAmount }: Booking): Step {
  if (paymentStatus !== 'Refunding') return 'This booking has ended.'
  if (paymentMethod === 'Credit Card') return 'The booking has ended. The money is on its way back by card.'
  const words = `${formatAmount(paymentAmount ?? '0.00')} is to be returned at the counter.`
  return due('Give the money back', words, 'See the refund', 'dashboard', `${pathTo('dashboard')}#refunds`)
}

function beforeTheDecision(booking: Booking): DueNow {
  const { bookingID, paymentStatus, paymentAmount, certificateRequest, urnRequested } = booking
  if (paymentStatus && !isSettled(paymentStatus)) {
    const words = `${formatAmount(paymentAmount ?? '0.00')} is to be paid, online or at the counter.`
    return due('Take the payment', words, 'Record a payment', 'bookingApproval', 'payment')
  }
  const path = pathTo('bookingApproval', { bookingID })
  if (certificateRequest) {
    const asked = certificateRequest.kinds.map((kind) => certificateLabels[kind].toLowerCase())
    const words = `They were asked for another copy: ${asked.join(', ')}.`
    return due('Waiting for the family', words, 'See the booking', 'bookingApproval', path)
  }
  const [title, words] = urnRequested
    ? ['Decide on the urn request', 'The family asks for the urn to be placed, and its papers wait to be read.']
    : ['Decide on the booking', 'Nothing is owed, and the papers wait to be read.']
  return due(title, words, 'Read the papers and decide', 'bookingApproval', path)
}

function untilPlaced({ booking: { bookingID, madeBy }, urn, appointment }: DueFacts, now: Date): Step {
  if (urn?.place === 'listed') return 'The urn is in its niche according to the register. Nobody has looked yet.'
  if (urn && isInNiche(urn.place)) return 'The urn is in its niche.'
  if (urn?.place === 'family') return 'The urn was released to the family.'
  if (urn?.place === 'nowhere') {
    const words = 'Two people looked into the niche, and the urn was not there.'
    return due('Find the urn', words, 'See the urn', 'urn', pathTo('urn', { tag: urn.tag }))
  }
  if (appointment && isOpen(appointment.status)) return onTheDay(urn, appointment, now)
  if (!urn && madeBy === 'import') return 'The register knows of no urn.'
  const words = urn ? 'The urn is here, and no day is chosen.' : 'The booking is approved, and no day is chosen.'
  return due('Choose a day for the urn', words, 'Choose a day', 'appointment', pathTo('appointment', { bookingID }))
}

function onTheDay(urn: DueFacts['urn'], appointment: NonNullable<DueFacts['appointment']>, now: Date): DueNow {
  const { status, startsAt, endsAt } = appointment
  const when = formatAppointment(new Date(startsAt), new Date(endsAt))
  const day = toDay(new Date(startsAt))
  const isHere = urn && isWithStaff(urn.place)
  if (status === 'requested')
    return due(
      'Answer the family',
      `They propose ${when}.`,
      'See the proposed times',
      'placements',
      pathTo('placements'),
    )
  if (isExpected(status) && day > toDay(now)) {
    const words = `${when}. ${isHere ? 'The urn is here.' : 'The family brings the urn.'}`
    return due('Placement is planned', words, 'See that day', 'placements', pathTo('placements', { day }))
  }
  if (!isHere) return due('Receive the urn', `The placement is on ${when}.`, 'Receive the urn', 'urns', 'receive')
  const words = `The urn is here, and its placement is on ${when}. Two people place it.`
  return due('Place the urn', words, 'Place the urn', 'urnCheck', pathTo('urnCheck', { event: 'place', tag: urn.tag }))
}
