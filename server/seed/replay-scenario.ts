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
import type { Scenario } from './booking-scenarios.ts'

export interface Step {
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
  let state: BookingState = {
    status: 'Pending',
    type: scenario.type,
    payment: 'Pending',
    urn: false,
    certificateAsked: false,
    madeBy,
  }
  let current: BookingSnapshot = { status: 'Pending', type: scenario.type, niche: 'Pending' }
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
    state = {
      ...state,
      status: next.status,
      type: next.type,
      payment,
      urn: move.urn === 'Open' || (state.urn && !move.urn),
    }
    current = next
  }
  return { steps, state: { ...state, payment: scenario.payment ?? state.payment }, niche: current.niche }
}
