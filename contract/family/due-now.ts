import { formatAppointment, isExpected, isOpen } from '../appointments/appointment.ts'
import { isApproved } from '../bookings/booking.ts'
import { certificateLabels } from '../bookings/certificate-request.ts'
import { toDay } from '../dates.ts'
import { formatAmount } from '../money.ts'
import { type PageName, pages, pathTo } from '../pages.ts'
import { isSettled } from '../payments/payment.ts'
import type { Role } from '../roles.ts'
import { isInNiche, isWithStaff } from '../urns/moves.ts'
import type { StaffPerson } from './staff-person.ts'

interface DueAction {
  label: string
  /** A path, or a dialog on the page of the person. */
  to: `/${string}` | 'payment' | 'receive'
  /** Only who may open this page may do it. */
  page: PageName
}

export interface DueNow {
  title: string
  words: string
  /** Undefined if nothing is to be done, or not by the reader. */
  action?: DueAction | undefined
}

export type DueFacts = Pick<StaffPerson, 'booking' | 'urn' | 'appointment'>

/** The one thing that is due for a person, with what the reader presses for it. */
export function dueNow(facts: DueFacts, role: Role, now: Date): DueNow {
  const { action, ...due } = findDue(facts, now)
  const access = action && pages[action.page].access
  return { ...due, action: access === 'public' || access?.some((each) => each === role) ? action : undefined }
}

function findDue(facts: DueFacts, now: Date): DueNow {
  const { bookingStatus, bookingType } = facts.booking
  if (bookingStatus === 'Cancelled' || bookingType === 'Archived') return afterTheEnd(facts.booking)
  if (bookingStatus === 'Pending') return beforeTheDecision(facts.booking)
  if (!isApproved(facts.booking))
    return nothing('The niche is reserved until the family asks for the urn to be placed.')
  return untilPlaced(facts, now)
}

const nothing = (words: string): DueNow => ({ title: 'Nothing is due', words })

function afterTheEnd({ paymentStatus, paymentMethod, paymentAmount }: StaffPerson['booking']): DueNow {
  if (paymentStatus !== 'Refunding') return nothing('This booking has ended.')
  if (paymentMethod === 'Credit Card') return nothing('The booking has ended. The money is on its way back by card.')
  return {
    title: 'Give the money back',
    words: `${formatAmount(paymentAmount ?? '0.00')} is to be returned at the counter.`,
    action: { label: 'See the refund', page: 'dashboard', to: `${pathTo('dashboard')}#refunds` },
  }
}

function beforeTheDecision(booking: StaffPerson['booking']): DueNow {
  const { bookingID, paymentStatus, paymentAmount, certificateRequest, urnRequested } = booking
  const decide = (label: string): DueAction => ({
    label,
    page: 'bookingApproval',
    to: pathTo('bookingApproval', { bookingID }),
  })
  if (paymentStatus && !isSettled(paymentStatus))
    return {
      title: 'Take the payment',
      words: `${formatAmount(paymentAmount ?? '0.00')} is to be paid, online or at the counter.`,
      action: { label: 'Record a payment', page: 'bookingApproval', to: 'payment' },
    }
  if (certificateRequest)
    return {
      title: 'Waiting for the family',
      words: `They were asked for another copy: ${certificateRequest.kinds.map((kind) => certificateLabels[kind].toLowerCase()).join(', ')}.`,
      action: decide('See the booking'),
    }
  return urnRequested
    ? {
        title: 'Decide on the urn request',
        words: 'The family asks for the urn to be placed, and its certificate waits to be read.',
        action: decide('Read it and decide'),
      }
    : {
        title: 'Decide on the booking',
        words: 'Nothing is owed, and the papers wait to be read.',
        action: decide('Read the papers and decide'),
      }
}

function untilPlaced({ booking, urn, appointment }: DueFacts, now: Date): DueNow {
  if (urn && isInNiche(urn.place))
    return nothing(
      urn.place === 'niche'
        ? 'The urn is in its niche.'
        : 'The urn is in its niche according to the register. Nobody has looked yet.',
    )
  if (urn?.place === 'nowhere')
    return {
      title: 'Find the urn',
      words: 'Two people looked into the niche, and the urn was not there.',
      action: { label: 'See the urn', page: 'urn', to: pathTo('urn', { tag: urn.tag }) },
    }
  if (urn?.place === 'family') return nothing('The urn was released to the family.')
  const isHere = urn !== null && isWithStaff(urn.place)
  if (appointment?.status === 'requested')
    return {
      title: 'Answer the family',
      words: `They propose ${whenOf(appointment)}.`,
      action: { label: 'See the proposed times', page: 'placements', to: pathTo('placements') },
    }
  if (appointment && isOpen(appointment.status)) {
    const day = toDay(new Date(appointment.startsAt))
    if (isExpected(appointment.status) && day > toDay(now))
      return {
        title: 'Placement is planned',
        words: `${whenOf(appointment)}. ${isHere ? 'The urn is here.' : 'The family brings the urn.'}`,
        action: { label: 'See that day', page: 'placements', to: pathTo('placements', { day }) },
      }
    return isHere ? placing(urn.tag, appointment) : receiving(appointment)
  }
  if (!isHere && booking.madeBy === 'import') return nothing('The register knows of no urn.')
  return {
    title: 'Choose a day for the urn',
    words: isHere ? 'The urn is here, and no day is chosen.' : 'The booking is approved, and no day is chosen.',
    action: {
      label: 'Choose a day',
      page: 'appointment',
      to: pathTo('appointment', { bookingID: booking.bookingID }),
    },
  }
}

type Planned = NonNullable<StaffPerson['appointment']>

const whenOf = ({ startsAt, endsAt }: Planned) => formatAppointment(new Date(startsAt), new Date(endsAt))

const receiving = (appointment: Planned): DueNow => ({
  title: 'Receive the urn',
  words: `The placement is on ${whenOf(appointment)}.`,
  action: { label: 'Receive the urn', page: 'urns', to: 'receive' },
})

const placing = (tag: string, appointment: Planned): DueNow => ({
  title: 'Place the urn',
  words: `The urn is here, and its placement is on ${whenOf(appointment)}. Two people place it.`,
  action: { label: 'Place the urn', page: 'urnCheck', to: pathTo('urnCheck', { event: 'place', tag }) },
})
