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

/** Walks a story through the state table: no demo booking can stand where a real one could not. */
export function replayScenario(story: Scenario): { steps: Step[]; state: BookingState; niche: NicheStatus } {
  const madeBy = story.events[0] === 'finalise' ? ('staff' as const) : ('user' as const)
  let state: BookingState = { status: 'Pending', type: story.type, payment: 'Pending', urn: false, madeBy }
  let standing: BookingSnapshot = { status: 'Pending', type: story.type, niche: 'Pending' }
  const steps: Step[] = [{ event: 'submit', by: madeBy, from: undefined, to: standing }]

  for (const event of story.events) {
    const by = movers[event] ?? 'staff'
    const move = findTransition(state, event, by)
    if (!move) throw new Error(`No booking can ${event} when it is ${JSON.stringify(state)}`)

    const before = steps.at(-1)?.from ?? standing
    const changed = move.to === 'before' ? before : { ...standing, ...move.to }
    const niche = nicheAfter(move, changed.type)
    const next = { ...changed, niche: niche === 'before' ? before.niche : (niche ?? standing.niche) }
    const settled = story.method === 'Waived' ? ('Waived' as const) : ('Paid' as const)
    const payment = move.money === 'settle' ? settled : paymentAfter(move, state.payment)
    steps.push({ event, by, from: standing, to: next })
    state = {
      ...state,
      status: next.status,
      type: next.type,
      payment,
      urn: move.urn === 'Open' || (state.urn && !move.urn),
    }
    standing = next
  }
  return { steps, state: { ...state, payment: story.payment ?? state.payment }, niche: standing.niche }
}
