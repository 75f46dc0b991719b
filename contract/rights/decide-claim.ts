import { addDays, dayMs, formatDay, toDay } from '../dates.ts'
import type { Role } from '../roles.ts'
import { type AllowedMove, eventsOf, findMove } from '../state-table.ts'
import type { Claim, ClaimStatus } from './claim.ts'

/** Everything that decides what may happen to a claim next. */
export interface ClaimState {
  state: ClaimStatus
  /** The time in which others can object is over. */
  waited: boolean
  /** An objection to the right is open. */
  blocked: boolean
  /** Every holder has agreed to a transfer. True of a succession. */
  consented: boolean
  /** The niche was given up in the meantime, so there is nothing to pass on. */
  surrendered: boolean
}

interface ClaimTransition extends AllowedMove<ClaimState, Role> {
  to: ClaimStatus
}

const staff = ['staff', 'admin'] as const
const decidable = { state: 'asked', waited: true, blocked: false, surrendered: false } as const

/** Every allowed move of a claim. Anything not listed is refused. */
const claimTransitions = {
  consent: { moves: [{ from: { state: 'asked', consented: false, surrendered: false }, by: staff, to: 'asked' }] },
  decideFor: { moves: [{ from: { ...decidable, consented: true }, by: staff, to: 'decidedFor' }] },
  decideAgainst: { moves: [{ from: decidable, by: staff, to: 'decidedAgainst' }] },
  withdraw: { moves: [{ from: { state: 'asked' }, by: staff, to: 'withdrawn' }] },
} as const satisfies Record<string, { moves: readonly ClaimTransition[] }>

export type ClaimEvent = keyof typeof claimTransitions
export const claimEvents = eventsOf(claimTransitions)

/** The state after this event, if it is allowed. */
export const claimStateAfter = (state: ClaimState, event: ClaimEvent, by: Role): ClaimStatus | undefined =>
  findMove<ClaimState, Role, ClaimTransition>(claimTransitions[event], state, by)?.to

/**
 * The last day on which others can object. Whoever reads of a claim on paper has as many days as everybody else, from the day on which the
 * last letter was posted; while one has yet to be posted, or has come back, from today.
 */
export function lastDayToObject(askedAt: Date, objectUntil: string, postedOn: string | null): string {
  const days = (Date.parse(objectUntil) - Date.parse(toDay(askedAt))) / dayMs
  const counted = postedOn ? addDays(postedOn, days) : objectUntil
  return counted > objectUntil ? counted : objectUntil
}

/** Why a claim cannot be decided yet, for the page and for the refusal. Undefined if it can. */
export function explainClaim(
  claim: ClaimState,
  isFor: boolean,
  { objectUntil, unposted }: Pick<Claim, 'objectUntil' | 'unposted'>,
): string | undefined {
  if (claim.state !== 'asked') return 'This claim was decided or withdrawn in the meantime.'
  if (claim.surrendered) return 'The right was surrendered in the meantime, so this claim can only be withdrawn.'
  if (claim.blocked) return 'An objection is open. It has to be withdrawn or settled first.'
  if (!claim.waited && unposted > 0)
    return 'A letter about this claim is still to be posted, or came back. The time to object begins with the post.'
  if (!claim.waited) return `The other holders can object until ${formatDay(objectUntil)}.`
  if (isFor && !claim.consented) return 'Not every holder has agreed yet.'
  return undefined
}
