import type { BookingStatus, BookingType } from '#contract/bookings/booking.ts'
import {
  type BookingEvent,
  type BookingState,
  findTransition,
  type MoverRole,
  nicheAfter,
  paymentAfter,
} from '#contract/bookings/transitions.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
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
  /** The number of days since it was submitted. */
  daysAgo: readonly [from: number, to: number]
  count: number
}

/** A booking is paid by card in the past year, unless a scenario says otherwise. */
const usual = { method: 'Credit Card', daysAgo: [14, 360] } as const
const pastWeek = [1, 6] as const

/** About 150 bookings that cover every status and type. */
const kinds: readonly (Omit<Scenario, keyof typeof usual> & Partial<Scenario>)[] = [
  { name: 'urn placed', type: 'Current', events: ['pay', 'approve'], count: 46 },
  { name: 'booked at the counter with cash', type: 'Current', events: ['finalise'], method: 'Cash', count: 14 },
  { name: 'booked at the counter by cheque', type: 'PreOrder', events: ['finalise'], method: 'Cheque', count: 8 },
  { name: 'fee waived', type: 'Current', events: ['finalise'], method: 'Waived', count: 4 },
  { name: 'confirmed pre-order', type: 'PreOrder', events: ['pay', 'confirm'], count: 24 },
  { name: 'archived', type: 'Current', events: ['pay', 'approve', 'archive'], daysAgo: [120, 360], count: 9 },
  { name: 'waiting for approval', type: 'Current', events: ['pay'], daysAgo: pastWeek, count: 9 },
  { name: 'pre-order waiting for confirmation', type: 'PreOrder', events: ['pay'], daysAgo: pastWeek, count: 8 },
  {
    name: 'urn request open',
    type: 'PreOrder',
    events: ['pay', 'confirm', 'requestUrn'],
    daysAgo: [30, 200],
    count: 5,
  },
  { name: 'waiting for payment', type: 'PreOrder', events: [], daysAgo: [0, 0], count: 2 },
  { name: 'expired unpaid', type: 'PreOrder', events: ['expire'], count: 8 },
  { name: 'cancelled by the family', type: 'Current', events: ['cancel'], count: 5 },
  {
    name: 'denied and refunded',
    type: 'Current',
    events: ['pay', 'deny'],
    payment: 'Refunded',
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
export const scenarios: readonly Scenario[] = kinds.map((kind) => ({ ...usual, ...kind }))

interface Step {
  event: BookingEvent | 'submit'
  by: MoverRole
  from: BookingSnapshot | undefined
  to: BookingSnapshot
}
interface BookingSnapshot {
  status: BookingStatus
  type: BookingType
  niche: NicheStatus
}

const movers: Partial<Record<BookingEvent, MoverRole>> = {
  pay: 'user',
  cancel: 'user',
  requestUrn: 'user',
  expire: 'system',
}

/** Replays a scenario through the transition table, so that no demo booking is in an impossible state. */
export function replayScenario(scenario: Scenario): { steps: Step[]; state: BookingState; niche: NicheStatus } {
  const madeBy = scenario.events[0] === 'finalise' ? ('staff' as const) : ('user' as const)
  const start = { status: 'Pending' as const, type: scenario.type }
  let state: BookingState = { ...start, payment: 'Pending', urn: false, certificateAsked: false, madeBy }
  let current: BookingSnapshot = { ...start, niche: 'Pending' }
  const steps: Step[] = [{ event: 'submit', by: madeBy, from: undefined, to: current }]

  for (const event of scenario.events) {
    const by = movers[event] ?? 'staff'
    const move = findTransition(state, event, by)
    if (!move) throw new Error(`No booking can ${event} when it is ${JSON.stringify(state)}`)

    const before = steps.at(-1)?.from ?? current
    const changed = move.to === 'before' ? before : { ...current, ...move.to }
    const niche = nicheAfter(move, changed.type)
    const next = { ...changed, niche: niche === 'before' ? before.niche : (niche ?? current.niche) }
    const settled = scenario.method === 'Waived' ? ('Waived' as const) : ('Paid' as const)
    const payment = move.money === 'settle' ? settled : paymentAfter(move, state.payment)
    steps.push({ event, by, from: current, to: next })
    const urn = move.urn === 'Open' || (state.urn && !move.urn)
    state = { ...state, status: next.status, type: next.type, payment, urn }
    current = next
  }
  return { steps, state: { ...state, payment: scenario.payment ?? state.payment }, niche: current.niche }
}
