import { toDay } from '#contract/dates.ts'
import { nameInNiche, orNotRecorded } from '#contract/registers/partial-date.ts'
import { describeHolder } from '#contract/rights/holder.ts'
import { type CheckForm, type ConfirmForm, needsIdentity } from '#contract/urns/confirmation.ts'
import { recordFurtherReads } from '#server/audit/public.ts'
import { beneficiaryIDsOf, listBehindSameDoor, listPeopleIn } from '#server/bookings/public.ts'
import { readAmountDue } from '#server/charges/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import type { AppError } from '#server/http/errors.ts'
import { readWhoHolds } from '#server/rights/public.ts'
import { findAttemptByRequest } from './attempts.ts'
import { type Decision, decideCheck, decideConfirmation } from './decide-move.ts'
import { lockAndLoadFacts, type MoveFacts } from './move-facts.ts'
import { listNamesakesInHouse, presentNamesake } from './namesakes.ts'
import { makeOffers } from './offers.ts'
import { recordDecision } from './record-decision.ts'

/** The first step at the niche, for both people. A tag and a niche that do not belong together stop the move. */
export async function checkMove(context: SignedInContext, form: CheckForm) {
  const { facts, decision } = await decideAndApply(context, form, decideCheck)
  const { urn, tooLarge } = facts
  const { first } = decision
  const namesakes = await listNamesakesInHouse(context.db, urn)
  await recordFurtherReads(context, 'urn', [urn.tag])
  await recordFurtherReads(context, 'beneficiary', beneficiaryIDsOf(namesakes))
  const { nicheID, bookingID } = urn.booking
  const others = await listPeopleIn(context.db, nicheID, bookingID)
  const behindSameDoor = await listBehindSameDoor(context.db, nicheID)
  const nearby = [...others, ...behindSameDoor.flatMap(({ people }) => people)]
    .map(({ beneficiaryName }) => beneficiaryName)
    .filter(Boolean)
  return {
    ...(needsIdentity(form.event)
      ? await makeOffers(context, { ...urn, seed: urn.tag, lastDay: toDay(urn.createdAt) }, namesakes, nearby)
      : { names: [], identifiers: [] }),
    listedName: form.event === 'see' ? urn.beneficiary.beneficiaryName : '',
    others: others.map(nameInNiche),
    behindSameDoor: behindSameDoor.map(({ nicheCode, people }) => ({ nicheCode, people: people.map(nameInNiche) })),
    namesakes: namesakes.map(presentNamesake),
    tooLarge,
    chargesDue: form.event === 'place' ? await readAmountDue(context.db, bookingID) : null,
    whoHolds: form.event === 'release' ? await nameWhoHolds(context, bookingID) : null,
    first: first
      ? {
          attemptID: first.attemptID,
          by: first.firstBy,
          isMine: first.firstByID === context.actor.userID,
          expiresAt: first.expiresAt,
          reason: first.details.reason ?? '',
          release: first.details.release ?? null,
        }
      : null,
  }
}

/** For both people, who judge whether a holder has agreed. */
async function nameWhoHolds(context: SignedInContext, bookingID: string) {
  const known = await readWhoHolds(context, bookingID)
  return (
    known && {
      right: known.right,
      holders: known.holders.map(({ name, guardian, hasDied }) =>
        describeHolder(orNotRecorded(name), guardian, hasDied),
      ),
      collectors: known.collectors.map(({ name }) => name),
    }
  )
}

/**
 * Confirms a move as the first or the second person. A repeated request ID gets the same answer and changes nothing.
 */
export async function confirmMove(context: SignedInContext, form: ConfirmForm) {
  const { decision } = await decideAndApply(context, form, decideConfirmation)
  if (decision.answer.state === 'done') return decision.answer
  const attempt = await findAttemptByRequest(context.db, form.requestID)
  return { ...decision.answer, ...(attempt && { attemptID: attempt.attemptID }) }
}

/**
 * Loads the facts, decides and writes, in one transaction. Refusals are thrown after its commit, or a mismatch would be
 * rolled back.
 */
async function decideAndApply<F extends CheckForm, D extends Decision>(
  outer: SignedInContext,
  form: F,
  decide: (form: F, facts: MoveFacts) => D,
) {
  const { facts, decision } = await inTransaction(outer, async (context) => {
    const facts = await lockAndLoadFacts(context, form)
    const decision = decide(form, facts)
    await recordDecision(context, form, facts.urn, decision)
    return { facts, decision }
  })
  requireAllowed(decision)
  return { facts, decision }
}

function requireAllowed<D extends Decision>(decision: D): asserts decision is Exclude<D, { error: AppError }> {
  if ('error' in decision) throw decision.error
}
