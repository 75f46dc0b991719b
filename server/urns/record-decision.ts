import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { CheckForm } from '#contract/urns/confirmation.ts'
import { record } from '#server/audit/public.ts'
import { enqueueFamilyLetter } from '#server/bookings/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { urns } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { endAgreements, tellOtherHolders } from '#server/rights/public.ts'
import { continueRound } from '#server/second-person/public.ts'
import { advanceUrn } from './advance-urn.ts'
import { endAttempt, expireOverdueAttempt, insertAttempt, notifyAttemptsChanged } from './attempts.ts'
import type { Decided, Decision } from './decide-move.ts'
import { describeLeaving, movedLetter, type ToldEvent } from './letters.ts'
import { endLossReport } from './lost-documents.ts'
import { recordMismatch } from './mismatches.ts'
import type { LockedUrn } from './queries.ts'
import { listWhereabouts } from './whereabouts.ts'

/** Writes what was decided. A refusal and a repeated request write nothing. */
export async function recordDecision(context: SignedInContext, form: CheckForm, urn: LockedUrn, decision: Decision) {
  if ('expires' in decision && decision.expires) await expireOverdueAttempt(context, urn.tag)
  if (decision.do === 'stop') await recordMismatch(context, form, decision)
  if (decision.do === 'begin') await begin(context, form, decision)
  if (decision.do === 'complete') await complete(context, form, urn, decision)
  if (decision.do === 'begin' || decision.do === 'complete') await continueRound(context, form.event)
  if (decision.do === 'stop' || decision.do === 'begin') notifyAttemptsChanged(context)
}

async function begin(context: SignedInContext, form: CheckForm, { niche, details, times }: Decided<'begin'>) {
  const { tag, event, requestID } = form
  await insertAttempt(context.db, {
    attemptID: randomUUID(),
    tag,
    event,
    nicheID: niche.nicheID,
    outcome: 'open',
    details,
    firstByID: context.actor.userID,
    firstRequestID: requestID,
    ...times,
  })
  await record(context, 'urn.confirmed', tag, { event, nicheCode: niche.nicheCode })
}

async function complete(context: SignedInContext, form: CheckForm, urn: LockedUrn, decision: Decided<'complete'>) {
  const { db, actor, clock } = context
  const { tag, event, requestID } = form
  const { first, details, niche } = decision
  const endedAt = clock()
  const second = { secondByID: actor.userID, secondRequestID: requestID }
  const isStillOpen = await endAttempt(db, first.attemptID, { outcome: 'done', ...second, endedAt })
  /** Another urn that was brought to this niche has stopped the attempt since it was read. */
  if (!isStillOpen) throw new AppError('URN_ATTEMPT_ENDED')
  const where = event === 'release' ? {} : { niche }
  await advanceUrn(context, urn, event, {
    requestID,
    firstByID: first.firstByID,
    firstBy: first.firstBy,
    ...details,
    ...where,
  })
  /** The family knows of it already. */
  if (event !== 'see') await writeOfMove(context, urn, event, first.firstByID)
  if (event === 'release') await endLossReport(context, tag)
  if (event === 'release' || event === 'takeOut') await endAgreements(db, tag, event, endedAt)
}

/** To the family of the booking and, once an urn has left its niche or was not in it, to all other holders and to contacts. */
async function writeOfMove(context: SignedInContext, urn: LockedUrn, event: ToldEvent, firstByID: string) {
  const [moved] = await listWhereabouts(context.db, eq(urns.tag, urn.tag))
  if (!moved) return
  await enqueueFamilyLetter(context, urn, () => movedLetter(event, urn, moved))
  if (event === 'place') return
  const { bookingID } = urn.booking
  const words = describeLeaving(event, urn, moved)
  await tellOtherHolders(context, {
    bookingID,
    toldAt: [urn.applicant.email],
    toContacts: true,
    words,
    askedByID: firstByID,
    once: `urn:${moved.last.moveID}`,
  })
}
