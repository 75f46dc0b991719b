import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { toTime } from '#contract/dates.ts'
import type { MismatchKind } from '#contract/urns/api.ts'
import { type Confirmed, type ConfirmForm, minutesToConfirm } from '#contract/urns/confirmation.ts'
import { record } from '#server/audit/actions.ts'
import { inTransaction, type SignedInContext } from '#server/context.ts'
import { urns } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { advanceUrn } from './advance-urn.ts'
import { type AttemptRow, endAttempt, insertAttempt, type OpenAttempt } from './attempts.ts'
import { type HeldMove, holdForMove } from './check-move.ts'
import { placedLetter } from './letters.ts'
import { requireLossPeriod } from './lost-documents.ts'
import { mismatchError, type Refused, recordMismatch } from './mismatches.ts'
import { readIdentifiers } from './offers.ts'
import { endLossReport, type LockedUrn } from './queries.ts'
import { findTooLarge } from './too-large.ts'
import { listWhereabouts } from './whereabouts.ts'

/** Confirms a move as the first or the second person. Sent again with the same request ID, it answers the same and does nothing. */
export async function confirmMove(context: SignedInContext, form: ConfirmForm): Promise<Confirmed> {
  const result = await inTransaction(context, async (context) => {
    const held = await holdForMove(context, form)
    if ('refused' in held) return held
    return 'earlier' in held ? answerAgain(context, held.earlier) : confirm(context, held, form)
  })
  if ('refused' in result) throw result.refused
  return result
}

function answerAgain({ actor, clock }: SignedInContext, attempt: AttemptRow): Confirmed | Refused {
  const { firstByID, secondByID, outcome, mismatch, expiresAt } = attempt
  if (actor.userID !== firstByID && actor.userID !== secondByID) throw new AppError('REQUEST_USED')
  if (mismatch) return { refused: mismatchError(mismatch) }
  if (outcome === 'done') return { state: 'done' }
  if (outcome === 'expired' || expiresAt <= clock()) return { refused: new AppError('URN_ATTEMPT_ENDED') }
  return { state: 'waiting', expiresAt: expiresAt.toISOString() }
}

async function confirm(context: SignedInContext, held: HeldMove, form: ConfirmForm): Promise<Confirmed | Refused> {
  requireOtherPerson(context, held.open)
  requireSeen(form, held.open)
  const kind = findMismatch(context, held.urn, form)
  if (kind) return recordMismatch(context, { ...held, form, kind })
  const details = await requireDetails(context, held, form)
  return held.open ? complete(context, held, held.open.attempt, form, details) : begin(context, held, form, details)
}

function requireOtherPerson({ actor }: SignedInContext, open: OpenAttempt | undefined) {
  if (open?.attempt.firstByID === actor.userID)
    throw new AppError('URN_SAME_PERSON', { why: toTime(open.attempt.expiresAt) })
}

/** The second person must have seen what the first entered, if that is more than the urn and the niche. */
function requireSeen({ attemptID }: ConfirmForm, open: OpenAttempt | undefined) {
  if (attemptID && attemptID !== open?.attempt.attemptID) throw new AppError('URN_ATTEMPT_ENDED')
  if (open && !attemptID && Object.keys(open.attempt.details).length > 0)
    throw new AppError('URN_ATTEMPT_BEGUN', { why: open.firstBy })
}

function findMismatch(context: SignedInContext, urn: LockedUrn, form: ConfirmForm): MismatchKind | undefined {
  if (form.name !== urn.held.beneficiary.beneficiaryName.trim()) return 'name'
  const right = readIdentifiers(context, urn)[form.identifier]
  return right && right === form.value ? undefined : 'identifier'
}

/** What the move needs besides the two confirmations: the first person's, or those that are entered now. */
async function requireDetails(context: SignedInContext, { urn, open }: HeldMove, form: ConfirmForm) {
  const { reason = form.reason, release = form.release } = open?.attempt.details ?? {}
  if (form.event === 'place' && !reason && (await findTooLarge(context.db, urn)))
    throw new AppError('INVALID', {
      errors: { reason: 'The urn is larger than the opening. Please say why it is placed here.' },
    })
  if (form.event !== 'release') return form.event === 'place' && reason ? { reason } : {}
  if (!release) throw new AppError('INVALID', { errors: { release: 'Please enter who collects the urn.' } })
  await requireLossPeriod(context, urn.urn.tag, release)
  return { release }
}

type Details = Awaited<ReturnType<typeof requireDetails>>

async function begin(context: SignedInContext, { urn, niche }: HeldMove, form: ConfirmForm, details: Details) {
  const firstAt = context.clock()
  const expiresAt = new Date(firstAt.getTime() + minutesToConfirm * 60_000)
  await insertAttempt(context.db, {
    attemptID: randomUUID(),
    tag: urn.urn.tag,
    event: form.event,
    nicheID: niche.nicheID,
    outcome: 'open',
    details,
    firstByID: context.actor.userID,
    firstRequestID: form.requestID,
    firstAt,
    expiresAt,
  })
  await record(context, 'urn.confirmed', urn.urn.tag, { event: form.event, nicheCode: niche.nicheCode })
  return { state: 'waiting' as const, expiresAt: expiresAt.toISOString() }
}

async function complete(
  context: SignedInContext,
  { urn, niche }: HeldMove,
  { attemptID, firstByID }: AttemptRow,
  { event, requestID }: ConfirmForm,
  details: Details,
) {
  const endedAt = context.clock()
  const second = { secondByID: context.actor.userID, secondRequestID: requestID }
  const isStillOpen = await endAttempt(context.db, attemptID, { outcome: 'done', ...second, endedAt })
  if (!isStillOpen) throw new AppError('URN_ATTEMPT_ENDED')
  await advanceUrn(context, urn, event, { requestID, firstByID, ...details, ...(event !== 'release' && { niche }) })
  if (event === 'place') await enqueuePlacedLetter(context, urn)
  if (event === 'release') await endLossReport(context.db, urn.urn.tag, endedAt)
  return { state: 'done' as const }
}

async function enqueuePlacedLetter(context: SignedInContext, { held, urn: { tag } }: LockedUrn) {
  const [placed] = await listWhereabouts(context.db, eq(urns.tag, tag))
  const letter = placed && placedLetter(held, placed)
  if (letter) await enqueueLetter(context, letter)
}
