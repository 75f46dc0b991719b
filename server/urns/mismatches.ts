import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { CheckForm } from '#contract/urns/confirmation.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { urnAttempts } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { enqueueLetter, listAdmins } from '#server/mail/outbox.ts'
import { requireUninvolved } from '#server/second-person/public.ts'
import { endAttempt, insertAttempt, listUnsettledMismatches, lockOpenAttempts } from './attempts.ts'
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
  const facts = { attemptID, event, tag, what: mismatchSentences[kind], niche, by: actor.name }
  for (const admin of await listAdmins(db)) await enqueueLetter(context, mismatchLetter({ ...facts, admin }))
}

export async function listMismatches({ db }: SignedInContext) {
  const rows = await listUnsettledMismatches(db)
  return rows.map(({ attempt, nicheCode, firstBy, secondBy }) => ({
    attemptID: attempt.attemptID,
    event: attempt.event,
    kind: attempt.mismatch ?? 'niche',
    tag: attempt.tag,
    nicheCode,
    by: secondBy ?? firstBy,
    at: attempt.endedAt ?? attempt.firstAt,
  }))
}

export const settleMismatch = (context: SignedInContext, attemptID: string, note: string) =>
  inTransaction(context, async (context) => {
    const settled = { settledAt: context.clock(), settledByID: context.actor.userID, settledNote: note }
    const isOpen = and(eq(urnAttempts.outcome, 'mismatch'), isNull(urnAttempts.settledAt))
    const [attempt] = await context.db
      .update(urnAttempts)
      .set(settled)
      .where(and(eq(urnAttempts.attemptID, attemptID), isOpen))
      .returning()
    if (!attempt) throw new AppError('ALREADY_SETTLED')
    await requireUninvolved(context, 'settleMismatch', [attempt.firstByID, attempt.secondByID])
    await record(context, 'urn.mismatch_settled', attempt.tag, { note })
  })
