import type { Role } from '#contract/roles.ts'
import type { reasonsAlone } from '#contract/second-person/api.ts'
import { type ActName, factorMinutes, guardedActs, roundMinutes, ruleOf } from '#contract/second-person/guarded-acts.ts'

/** One of the two, with the row of the account locked. */
export interface LockedPerson {
  userID: string
  name: string
  role: Role
  suspendedAt: Date | null
  closedAt: Date | null
}

/** Somebody who works in the house, or did in the last 30 days. */
export interface Colleague {
  userID: string
  /** The last role in which they worked. */
  role: Role
}

/** One of them gave the other the account, role or second factor, or lifted their suspension. */
export type Link = readonly [string, string]

export interface House {
  colleagues: readonly Colleague[]
  links: readonly Link[]
}

/**
 * Why these two may not do this together. `firstGone`, `secondGone`: suspended, closed, or no longer in a role for it. `related`: both
 * accounts may be in the hands of one person. That counts only if the first person could have asked somebody else: in a new house
 * one admin has invited everybody. `tookPart`: the second person took part in what the act judges. `noAdmin`: neither is an admin.
 */
export type SecondRefusal = 'same' | 'firstGone' | 'secondGone' | 'related' | 'tookPart' | 'noAdmin'

export interface People {
  first: LockedPerson | undefined
  second: LockedPerson | undefined
  /** The people who took part in what the act judges. */
  participants?: readonly string[] | undefined
}

export function refuseSecond(
  act: ActName,
  { first, second, participants = [] }: People,
  { colleagues, links }: House,
): SecondRefusal | undefined {
  if (!first || !mayAct(first, guardedActs[act].first)) return 'firstGone'
  if (first.userID === second?.userID) return 'same'
  if (!second || !mayAct(second, guardedActs[act].second)) return 'secondGone'
  if (participants.includes(second.userID)) return 'tookPart'
  if (ruleOf(act).oneIsAdmin && first.role !== 'admin' && second.role !== 'admin') return 'noAdmin'
  const related = listRelated(first.userID, links)
  const mayNotBeAsked = [...related, ...participants]
  return related.has(second.userID) && couldAskSomebodyElse(act, mayNotBeAsked, colleagues) ? 'related' : undefined
}

/** Why this person may not judge what these people took part in, unless nobody else could be asked. */
export function refuseJudge(
  act: ActName,
  judgeID: string,
  participants: readonly string[],
  { colleagues, links }: House,
): 'tookPart' | 'related' | undefined {
  const couldAskBesides = (people: readonly string[]) => couldAskSomebodyElse(act, people, colleagues)
  if (participants.includes(judgeID)) return couldAskBesides(participants) ? 'tookPart' : undefined
  const related = participants.flatMap((userID) => [...listRelated(userID, links)])
  return related.includes(judgeID) && couldAskBesides(related) ? 'related' : undefined
}

export const mayAct = ({ role, suspendedAt, closedAt }: LockedPerson, roles: readonly Role[]) =>
  roles.includes(role) && !suspendedAt && !closedAt

/**
 * Whether the house has anybody for this besides these people. Whoever left in the last 30 days still counts, or an admin could make the
 * house small.
 */
export const couldAskSomebodyElse = (act: ActName, people: readonly string[], colleagues: readonly Colleague[]) =>
  listSeconds(act, colleagues).some((userID) => !people.includes(userID))

export function listSeconds(act: ActName, colleagues: readonly Colleague[]): string[] {
  const roles: readonly Role[] = guardedActs[act].second
  return colleagues.filter(({ role }) => roles.includes(role)).map(({ userID }) => userID)
}

/** This person and everybody who is linked to them, also through others. */
function listRelated(userID: string, links: readonly Link[]): Set<string> {
  const related = new Set([userID])
  for (const person of related)
    for (const [one, other] of links) {
      if (one === person) related.add(other)
      if (other === person) related.add(one)
    }
  return related
}

type WhyAlone = (typeof reasonsAlone)[number]

/** Why this person may do the act alone, if they may. In a house with fewer than three staff nobody unrelated could be asked. */
export function mayDoAlone(
  act: ActName,
  people: readonly string[],
  { colleagues, isDemo }: { colleagues: readonly Colleague[]; isDemo: boolean },
): WhyAlone | undefined {
  if (isDemo) return 'demo'
  const staff = colleagues.filter(({ role }) => role === 'staff' || role === 'admin')
  if (new Set(staff.map(({ userID }) => userID)).size < 3) return 'small'
  return couldAskSomebodyElse(act, people, colleagues) ? undefined : 'nobodyElse'
}

export interface FactorFacts {
  /** The time of the last second factor in this session. */
  factorAt: Date
  /** The time at which it last confirmed a placement in a round that was begun with that factor. */
  placingAt: Date | null
  now: Date
}

/** A round of placements goes on while less time than the factor counts is between two confirmations. */
export function isFactorFresh(act: ActName, { factorAt, placingAt, now }: FactorFacts) {
  const isWithin = (minutes: number, at: Date) => now.getTime() - at.getTime() <= minutes * 60_000
  if (isWithin(factorMinutes, factorAt)) return true
  if (guardedActs[act].factor !== 'round' || !placingAt) return false
  return placingAt >= factorAt && isWithin(factorMinutes, placingAt) && isWithin(roundMinutes, factorAt)
}
