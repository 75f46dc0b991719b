import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { formatDateTime } from '#contract/dates.ts'
import type { CheckForm } from '#contract/urns/confirmation.ts'
import { record } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { urnAttempts } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { pageOf } from '#server/http/paged.ts'
import { tellAdmins } from '#server/mail/outbox.ts'
import { type AskedAct, askerOf, findRequestsFor, settleOrAsk } from '#server/second-person/public.ts'
import { endAttempt, insertAttempt, listUnsettledMismatches, lockMismatch, lockOpenAttempts } from './attempts.ts'
import { type Decided, mismatchSentences } from './decide-move.ts'
import { mismatchLetter } from './letters.ts'

/** Stops the move and any other that was begun at this niche, records the mismatch and tells the admins. */
export async function recordMismatch(context: SignedInContext, form: CheckForm, { kind, niche }: Decided<'stop'>) {
  const { db, actor, clock } = context
  const { tag, event, requestID } = form
  const now = clock()
  const end = { outcome: 'mismatch' as const, mismatch: kind, endedAt: now }
  const open = await lockOpenAttempts(db, tag, niche.nicheID)
  const begun = open.find((attempt) => attempt.tag === tag)
  const attemptID = begun?.attemptID ?? randomUUID()
  if (begun) {
    const isSecond = begun.firstByID !== actor.userID
    const second = { secondRequestID: requestID, ...(isSecond && { secondByID: actor.userID }) }
    /** Keeps the niche that was entered now, because the first person may have entered the right one. */
    await endAttempt(db, attemptID, { ...end, ...second, nicheID: niche.nicheID })
  } else {
    const first = { firstByID: actor.userID, firstRequestID: requestID, firstAt: now, expiresAt: now }
    await insertAttempt(db, { ...first, ...end, attemptID, tag, event, nicheID: niche.nicheID, details: {} })
  }
  /** Admins settle only the mismatch of this urn, so these count as settled at once. */
  for (const other of open) if (other !== begun) await endAttempt(db, other.attemptID, { ...end, settledAt: now })
  await record(context, 'urn.mismatch', tag, { event, kind, nicheCode: niche.nicheCode })
  const what = mismatchSentences[kind]
  await tellAdmins(context, mismatchLetter({ attemptID, event, tag, what, nicheCode: niche.nicheCode, by: actor.name }))
}

const mismatchesPerPage = 100

export async function listMismatches(context: SignedInContext, cursor: string | undefined) {
  const rows = await listUnsettledMismatches(context.db, cursor, mismatchesPerPage + 1)
  const asked = await findRequestsFor(context, 'settleMismatch')
  const listed = rows.map(({ attempt, nicheCode, firstBy, secondBy }) => ({
    attemptID: attempt.attemptID,
    event: attempt.event,
    kind: attempt.mismatch ?? 'niche',
    tag: attempt.tag,
    nicheCode,
    by: secondBy ?? firstBy,
    at: attempt.endedAt ?? attempt.firstAt,
    asked: asked.get(attempt.attemptID) ?? null,
  }))
  return pageOf(listed, mismatchesPerPage, ({ attemptID }) => attemptID)
}

/** An admin who took part asks somebody who did not, also a witness, to confirm it. */
export const settleMismatch = (context: SignedInContext, attemptID: string, note: string) =>
  settleOrAsk(context, 'settleMismatch', attemptID, { reason: note, explain }, settleAskedMismatch)

async function explain(context: SignedInContext, attemptID: string) {
  const { tag, firstByID, secondByID, firstAt, endedAt } = await lockUnsettled(context, attemptID)
  const what = `The stopped move of urn ${tag} on ${formatDateTime(endedAt ?? firstAt)} is recorded as settled.`
  return { what, people: [firstByID, secondByID] }
}

/** Settles it at once, or when somebody who took no part confirms it. */
export async function settleAskedMismatch(context: SignedInContext, asked: AskedAct) {
  const { db, actor, clock } = context
  const { attemptID, tag } = await lockUnsettled(context, asked.subject)
  const settled = { settledAt: clock(), settledByID: actor.userID, settledNote: asked.reason }
  await db.update(urnAttempts).set(settled).where(eq(urnAttempts.attemptID, attemptID))
  await record(context, 'urn.mismatch_settled', tag, { note: asked.reason, ...askerOf(context, asked) })
}

async function lockUnsettled({ db }: SignedInContext, attemptID: string) {
  const mismatch = await lockMismatch(db, attemptID)
  if (!mismatch) throw new AppError('ALREADY_SETTLED')
  return mismatch
}
