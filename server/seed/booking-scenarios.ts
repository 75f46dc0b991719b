import type { BookingType } from '#contract/bookings/booking.ts'
import type { BookingEvent } from '#contract/bookings/transitions.ts'
import type { PaymentMethod, PaymentStatus } from '#contract/payments/payment.ts'

/** A kind of demo booking and its events; the transition table gives the resulting state. */
export interface Scenario {
  name: string
  type: Exclude<BookingType, 'Archived'>
  events: readonly BookingEvent[]
  method: PaymentMethod
  /** The final payment status, where the events alone do not determine it. */
  payment?: PaymentStatus
  reason?: string
  /** How many days ago it was submitted. */
  daysAgo: readonly [from: number, to: number]
  count: number
}

const card = 'Credit Card'
const pastYear: Scenario['daysAgo'] = [14, 360]
const pastWeek: Scenario['daysAgo'] = [1, 6]

/** About 150 bookings that cover every status and type. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'urn placed',
    type: 'Current',
    events: ['pay', 'approve'],
    method: card,
    daysAgo: pastYear,
    count: 46,
  },
  {
    name: 'booked at the counter with cash',
    type: 'Current',
    events: ['finalise'],
    method: 'Cash',
    daysAgo: pastYear,
    count: 14,
  },
  {
    name: 'booked at the counter by cheque',
    type: 'PreOrder',
    events: ['finalise'],
    method: 'Cheque',
    daysAgo: pastYear,
    count: 8,
  },
  {
    name: 'fee waived',
    type: 'Current',
    events: ['finalise'],
    method: 'Waived',
    daysAgo: pastYear,
    count: 4,
  },
  {
    name: 'confirmed pre-order',
    type: 'PreOrder',
    events: ['pay', 'confirm'],
    method: card,
    daysAgo: pastYear,
    count: 24,
  },
  {
    name: 'archived',
    type: 'Current',
    events: ['pay', 'approve', 'archive'],
    method: card,
    daysAgo: [120, 360],
    count: 9,
  },
  {
    name: 'waiting for approval',
    type: 'Current',
    events: ['pay'],
    method: card,
    daysAgo: pastWeek,
    count: 9,
  },
  {
    name: 'pre-order waiting for confirmation',
    type: 'PreOrder',
    events: ['pay'],
    method: card,
    daysAgo: pastWeek,
    count: 8,
  },
  {
    name: 'urn request open',
    type: 'PreOrder',
    events: ['pay', 'confirm', 'requestUrn'],
    method: card,
    daysAgo: [30, 200],
    count: 5,
  },
  { name: 'waiting for payment', type: 'PreOrder', events: [], method: card, daysAgo: [0, 0], count: 2 },
  { name: 'expired unpaid', type: 'PreOrder', events: ['expire'], method: card, daysAgo: pastYear, count: 8 },
  { name: 'cancelled by the family', type: 'Current', events: ['cancel'], method: card, daysAgo: pastYear, count: 5 },
  {
    name: 'denied and refunded',
    type: 'Current',
    events: ['pay', 'deny'],
    method: card,
    payment: 'Refunded',
    daysAgo: pastYear,
    count: 5,
    reason: 'The death certificate belongs to another person. Please submit again with the right one.',
  },
  {
    name: 'denied, cash refund due',
    type: 'Current',
    events: ['finalise', 'reopen', 'deny'],
    method: 'Cash',
    daysAgo: [2, 9],
    count: 3,
    reason: 'The family has chosen a niche in another hall.',
  },
]
