import { isDeepStrictEqual } from 'node:util'
import { isApproved } from '#contract/bookings/booking.ts'
import { toTime } from '#contract/dates.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { FieldErrors } from '#contract/field-errors.ts'
import { guardedActs } from '#contract/second-person/guarded-acts.ts'
import type { MismatchKind } from '#contract/urns/api.ts'
import { type CheckForm, type ConfirmForm, needsIdentity } from '#contract/urns/confirmation.ts'
import { explainUrnRefusal, findUrnMove, isInNiche, type TwoPersonEvent } from '#contract/urns/moves.ts'
import { AppError, type ErrorDetails } from '#server/http/errors.ts'
import type { AttemptRow, OpenAttempt } from './attempts.ts'
import { explainLossPeriod } from './lost-documents.ts'
import type { MoveFacts } from './move-facts.ts'

export type Decision = ReturnType<typeof decideCheck> | ReturnType<typeof decideConfirmation>
export type Decided<Do extends Decision['do']> = Extract<Decision, { do: Do }>

/** The first step at the niche, for both people. */
export function decideCheck(form: CheckForm, facts: MoveFacts) {
  const { repeated, urn, identifiers } = facts
  if (repeated)
    return repeated.mismatch && isSameMove(form, facts) ? refuseMismatch(repeated.mismatch) : refuse('REQUEST_USED')
  const refused = checkWitness(facts) ?? checkMovable(form, facts) ?? checkBlock(facts)
  if (refused) return refused
  const isIdentifiable = urn.beneficiary.beneficiaryName !== '' && Object.values(identifiers).some(Boolean)
  if (needsIdentity(form.event) && !isIdentifiable) return refuse('URN_NOT_IDENTIFIABLE')
  const first = findInTime(facts)
  return (first && refusePair(first, facts)) ?? { do: 'show' as const, first, expires: isOverdue(facts) }
}

/** The confirmation of the first or the second person. */
export function decideConfirmation(form: ConfirmForm, facts: MoveFacts) {
  const { event, attemptID } = form
  const { urn, repeated, now } = facts
  if (repeated) return isSameConfirmation(form, facts) ? replay(repeated, facts) : refuse('REQUEST_USED')
  const refused = checkWitness(facts) ?? checkMovable(form, facts) ?? checkBlock(facts)
  if (refused) return refused

  const first = findInTime(facts)
  if (first?.firstByID === facts.actorID) return refuse('URN_SAME_PERSON', { why: toTime(first.expiresAt) })
  const pair = first && refusePair(first, facts)
  if (pair) return pair
  if (attemptID && attemptID !== first?.attemptID) return refuse('URN_ATTEMPT_ENDED')
  /** The second person must have seen what the first has entered. */
  if (first && !attemptID && Object.keys(first.details).length > 0)
    return refuse('URN_ATTEMPT_BEGUN', { why: first.firstBy })
  if (first && !facts.isFactorFresh) return refuse('SECOND_FACTOR_AGAIN')

  const niche = findMoveNiche(urn, event)
  const wrong = needsIdentity(event) && findWrongIdentity(form, facts)
  if (wrong) return stop(wrong, niche, isOverdue(facts))

  const details = pickDetails(form, first)
  const errors = findMissingDetails(event, details, facts)
  if (errors) return refuse('INVALID', { errors })

  if (first) return { do: 'complete' as const, niche, details, first, answer: { state: 'done' as const } }
  const expiresAt = new Date(now.getTime() + guardedActs[event].minutes * 60_000)
  const times = { firstAt: now, expiresAt }
  return { do: 'begin' as const, niche, details, times, expires: isOverdue(facts), answer: waiting(expiresAt) }
}

/**
 * Whether a repeated request names the same urn, niche and move. A wrong niche replaces the one in the attempt, so the
 * niche is not compared after that.
 */
const isSameMove = ({ tag, event }: CheckForm, { repeated, niche }: MoveFacts) =>
  repeated?.tag === tag &&
  repeated.event === event &&
  (repeated.mismatch === 'niche' || repeated.nicheID === niche?.nicheID)

/** Compares what the first person entered, too. The chosen values are not kept, so they are checked again. */
function isSameConfirmation(form: ConfirmForm, facts: MoveFacts) {
  const { repeated, actorID } = facts
  if (!repeated || !isSameMove(form, facts)) return false
  if (repeated.mismatch) return true
  const isFirst = repeated.firstByID === actorID
  const isRight = !needsIdentity(form.event) || !findWrongIdentity(form, facts)
  return isRight && (!isFirst || isDeepStrictEqual(pickDetails(form, undefined), repeated.details))
}

/** Answers a request as it was answered when it was first sent. */
function replay({ firstByID, secondByID, mismatch, outcome, expiresAt }: AttemptRow, { actorID, now }: MoveFacts) {
  if (actorID !== firstByID && actorID !== secondByID) return refuse('REQUEST_USED')
  if (mismatch) return refuseMismatch(mismatch)
  if (outcome === 'done') return { do: 'replay' as const, answer: { state: 'done' as const } }
  if (outcome === 'expired' || expiresAt <= now) return refuse('URN_ATTEMPT_ENDED')
  return { do: 'replay' as const, answer: waiting(expiresAt) }
}

/** Why these two cannot make this move together. What somebody has begun who is no longer there has ended. */
function refusePair({ firstBy }: OpenAttempt, { pair }: MoveFacts) {
  if (pair === 'related') return refuse('SECOND_PAIR_RELATED', { why: firstBy })
  if (pair === 'firstGone') return refuse('URN_ATTEMPT_ENDED')
  return pair === 'secondGone' ? refuse('WRONG_ROLE') : undefined
}

/** A witness gets no data and cannot stop a move before a member of staff has confirmed it. */
const checkWitness = (facts: MoveFacts) =>
  facts.isWitness && !findInTime(facts) ? refuse('WITNESS_ONLY_SECOND') : undefined

/** Somebody has objected or not agreed, perhaps while both stand at the niche. The first confirmation stays until its time is over. */
const checkBlock = ({ blocked }: MoveFacts) => blocked && { do: 'refuse' as const, error: blocked }

function checkMovable({ event }: CheckForm, facts: MoveFacts) {
  const { urn, niche } = facts
  if (!niche) return refuse('INVALID', { errors: { nicheCode: 'No niche has this code.' } })
  if (niche.nicheID !== findMoveNiche(urn, event).nicheID) return stop('niche', niche, false)
  const first = findInTime(facts)
  if (first && first.event !== event) return refuse('URN_OTHER_MOVE', { why: first.firstBy })
  if (findUrnMove({ whereabouts: urn.location.whereabouts, isBookingApproved: isApproved(urn.booking) }, event))
    return facts.rightWaits && refuse(facts.rightWaits)
  const { code, why } = explainUrnRefusal(event, urn.location)
  return refuse(code, { why })
}

function findWrongIdentity(
  { name, identifier, value }: ConfirmForm,
  { urn, identifiers }: MoveFacts,
): MismatchKind | undefined {
  if (name !== urn.beneficiary.beneficiaryName.trim()) return 'name'
  return identifier && value === identifiers[identifier] ? undefined : 'identifier'
}

/** The niche in which the ledger has the urn, if the move is made there, otherwise the niche of its booking. */
function findMoveNiche({ location, booking, nicheCode }: MoveFacts['urn'], event: TwoPersonEvent) {
  const nicheID = fromNiche.has(event) && isInNiche(location.whereabouts) ? location.nicheID : null
  return nicheID ? { nicheID, nicheCode: location.nicheCode } : { nicheID: booking.nicheID, nicheCode }
}

const fromNiche = new Set<TwoPersonEvent>(['takeOut', 'disprove', 'see'])

/** What the first person has entered counts, whatever the second sends. */
function pickDetails(form: ConfirmForm, first: OpenAttempt | undefined): AttemptRow['details'] {
  const { reason = form.reason, release = form.release } = first?.details ?? {}
  if (form.event === 'place') return reason ? { reason } : {}
  return form.event === 'release' && release ? { release } : {}
}

function findMissingDetails(
  event: TwoPersonEvent,
  { reason, release }: AttemptRow['details'],
  { tooLarge, loss, now }: MoveFacts,
): FieldErrors | undefined {
  if (tooLarge && !reason) return { reason: 'The urn is larger than the door. Please say why it is placed here.' }
  if (event !== 'release') return undefined
  if (!release) return { release: 'Please enter who collects the urn.' }
  const authority = explainLossPeriod(loss, release, now)
  return authority ? { authority } : undefined
}

const isOverdue = ({ open, now }: MoveFacts) => open !== undefined && open.expiresAt <= now
const findInTime = (facts: MoveFacts) => (isOverdue(facts) ? undefined : facts.open)

const waiting = (expiresAt: Date) => ({ state: 'waiting' as const, expiresAt })

const refuse = (code: ErrorCode, details?: ErrorDetails) => ({
  do: 'refuse' as const,
  error: new AppError(code, details),
})
const refuseMismatch = (kind: MismatchKind) => refuse('URN_MISMATCH', { why: mismatchSentences[kind] })

/** A refusal that is recorded. `expires`: the open attempt has run out of time, which is recorded too. */
const stop = (kind: MismatchKind, niche: NonNullable<MoveFacts['niche']>, expires: boolean) => ({
  ...refuseMismatch(kind),
  do: 'stop' as const,
  kind,
  niche,
  expires,
})

export const mismatchSentences: Record<MismatchKind, string> = {
  niche: 'This urn does not belong to this niche.',
  name: 'The name does not belong to this urn.',
  identifier: 'What you compared does not belong to this urn.',
}
