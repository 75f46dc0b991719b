import type { BookingType } from '#contract/bookings/booking.ts'
import type { BookingEvent } from '#contract/bookings/transitions.ts'
import type { PaymentMethod, PaymentStatus } from '#contract/payments/payment.ts'

/** What once happened to a booking; the state table says where it led. */
export interface Story {
  how: string
  type: Exclude<BookingType, 'Archived'>
  events: readonly BookingEvent[]
  method: PaymentMethod
  /** What became of the money in the end, where the events alone do not say. */
  payment?: PaymentStatus
  reason?: string
  /** Days ago that it was submitted. */
  ago: readonly [from: number, to: number]
  times: number
}

const card = 'Credit Card'
const long: Story['ago'] = [14, 360]
const lately: Story['ago'] = [1, 6]

/** About 150 bookings in every state that a house knows. */
export const stories: readonly Story[] = [
  {
    how: 'a family whose urn rests here',
    type: 'Current',
    events: ['pay', 'approve'],
    method: card,
    ago: long,
    times: 46,
  },
  {
    how: 'booked at the counter with cash',
    type: 'Current',
    events: ['finalise'],
    method: 'Cash',
    ago: long,
    times: 14,
  },
  {
    how: 'booked at the counter by cheque',
    type: 'PreOrder',
    events: ['finalise'],
    method: 'Cheque',
    ago: long,
    times: 8,
  },
  { how: 'waived for a family in need', type: 'Current', events: ['finalise'], method: 'Waived', ago: long, times: 4 },
  { how: 'planned ahead', type: 'PreOrder', events: ['pay', 'confirm'], method: card, ago: long, times: 24 },
  {
    how: 'moved to another house since',
    type: 'Current',
    events: ['pay', 'approve', 'archive'],
    method: card,
    ago: [120, 360],
    times: 9,
  },
  { how: 'waits for its papers to be read', type: 'Current', events: ['pay'], method: card, ago: lately, times: 9 },
  { how: 'waits to be confirmed for later', type: 'PreOrder', events: ['pay'], method: card, ago: lately, times: 8 },
  {
    how: 'asks for the urn to be placed',
    type: 'PreOrder',
    events: ['pay', 'confirm', 'requestUrn'],
    method: card,
    ago: [30, 200],
    times: 5,
  },
  { how: 'is being paid just now', type: 'PreOrder', events: [], method: card, ago: [0, 0], times: 2 },
  { how: 'was never paid', type: 'PreOrder', events: ['expire'], method: card, ago: long, times: 8 },
  { how: 'was cancelled by the family', type: 'Current', events: ['cancel'], method: card, ago: long, times: 5 },
  {
    how: 'was denied and paid back',
    type: 'Current',
    events: ['pay', 'deny'],
    method: card,
    payment: 'Refunded',
    ago: long,
    times: 5,
    reason: 'The death certificate belongs to another person. Please submit again with the right one.',
  },
  {
    how: 'is owed its cash back',
    type: 'Current',
    events: ['finalise', 'reopen', 'deny'],
    method: 'Cash',
    ago: [2, 9],
    times: 3,
    reason: 'The family has chosen a niche in another hall.',
  },
]
