import type { BookingType } from '#contract/bookings/booking.ts'
import type { BookingEvent } from '#contract/bookings/transitions.ts'
import type { PaymentMethod, PaymentStatus } from '#contract/payments/payment.ts'

/** What once happened to a booking; the state table says where it led. */
export interface Scenario {
  name: string
  type: Exclude<BookingType, 'Archived'>
  events: readonly BookingEvent[]
  method: PaymentMethod
  /** What became of the money in the end, where the events alone do not say. */
  payment?: PaymentStatus
  reason?: string
  /** Days ago that it was submitted. */
  daysAgo: readonly [from: number, to: number]
  count: number
}

const card = 'Credit Card'
const long: Scenario['daysAgo'] = [14, 360]
const lately: Scenario['daysAgo'] = [1, 6]

/** About 150 bookings in every state that a house knows. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'a family whose urn rests here',
    type: 'Current',
    events: ['pay', 'approve'],
    method: card,
    daysAgo: long,
    count: 46,
  },
  {
    name: 'booked at the counter with cash',
    type: 'Current',
    events: ['finalise'],
    method: 'Cash',
    daysAgo: long,
    count: 14,
  },
  {
    name: 'booked at the counter by cheque',
    type: 'PreOrder',
    events: ['finalise'],
    method: 'Cheque',
    daysAgo: long,
    count: 8,
  },
  {
    name: 'waived for a family in need',
    type: 'Current',
    events: ['finalise'],
    method: 'Waived',
    daysAgo: long,
    count: 4,
  },
  { name: 'planned ahead', type: 'PreOrder', events: ['pay', 'confirm'], method: card, daysAgo: long, count: 24 },
  {
    name: 'moved to another house since',
    type: 'Current',
    events: ['pay', 'approve', 'archive'],
    method: card,
    daysAgo: [120, 360],
    count: 9,
  },
  {
    name: 'waits for its papers to be read',
    type: 'Current',
    events: ['pay'],
    method: card,
    daysAgo: lately,
    count: 9,
  },
  {
    name: 'waits to be confirmed for later',
    type: 'PreOrder',
    events: ['pay'],
    method: card,
    daysAgo: lately,
    count: 8,
  },
  {
    name: 'asks for the urn to be placed',
    type: 'PreOrder',
    events: ['pay', 'confirm', 'requestUrn'],
    method: card,
    daysAgo: [30, 200],
    count: 5,
  },
  { name: 'is being paid just now', type: 'PreOrder', events: [], method: card, daysAgo: [0, 0], count: 2 },
  { name: 'was never paid', type: 'PreOrder', events: ['expire'], method: card, daysAgo: long, count: 8 },
  { name: 'was cancelled by the family', type: 'Current', events: ['cancel'], method: card, daysAgo: long, count: 5 },
  {
    name: 'was denied and paid back',
    type: 'Current',
    events: ['pay', 'deny'],
    method: card,
    payment: 'Refunded',
    daysAgo: long,
    count: 5,
    reason: 'The death certificate belongs to another person. Please submit again with the right one.',
  },
  {
    name: 'is owed its cash back',
    type: 'Current',
    events: ['finalise', 'reopen', 'deny'],
    method: 'Cash',
    daysAgo: [2, 9],
    count: 3,
    reason: 'The family has chosen a niche in another hall.',
  },
]
