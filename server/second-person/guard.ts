import { createHash } from 'node:crypto'
import { formatDateTime } from '#contract/dates.ts'
import { secondPersonLabels } from '#contract/second-person/api.ts'
import { guardedActs, type RequestedAct } from '#contract/second-person/guarded-acts.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { tellOfDoneAlone } from './letters.ts'
import type { AskedAct, PerformAct } from './registered-acts.ts'
import { type Asked, askSecondPerson, endRequestsAbout } from './requests.ts'
import {
  accountOf,
  findJudgeRefusal,
  mayActAlone,
  requireFreshFactor,
  requireStillHere,
  requireStillHereFor,
} from './require-second.ts'

interface Guarded extends Omit<Asked, 'what' | 'reason'> {
  /** The words that the second person reads; asked for only if there is one. */
  what: (context: SignedInContext) => Promise<string> | string
  /** Words for the second person alone: letters to admins do not have them. */
  toCompare?: string
  reason?: string
  /** Whether these things need a second person at all. By default they do. */
  isNeeded?: (context: SignedInContext) => Promise<boolean>
}

/**
 * Does the act at once where one person may do it alone. Otherwise checks that it could be done, stores it as a request and refuses with
 * `SECOND_PERSON_ASKED` after the commit. `perform` is also what `server/start/guarded-acts.ts` has for this act.
 */
export async function guard<Done>(
  context: SignedInContext,
  act: RequestedAct,
  about: string | readonly string[],
  { what, toCompare = '', details = {}, reason = '', isNeeded = async () => true }: Guarded,
  perform: PerformAct<Done>,
): Promise<Done> {
  const subject = subjectOf(about)
  const aboutID = accountOf(act, subject)
  const asked = { subject, details, reason, askedByID: context.actor.userID }
  const answer = await inTransaction(context, async (context) => {
    await requireStillHereFor(context, act, aboutID)
    if (!(await isNeeded(context))) return { done: await perform(context, asked) }
    const words = await what(context)
    if (await mayActAlone(context, act, aboutID)) {
      const done = await perform(context, asked)
      await tellOfDoneAlone(context, { act, what: words, reason })
      return { done }
    }
    await rehearse(context, (context) => perform(context, asked))
    return askSecondPerson(context, act, subject, { what: words + toCompare, details, reason })
  })
  if ('done' in answer) return answer.done
  throw new AppError('SECOND_PERSON_ASKED', { why: whoMayConfirm(act, answer.expiresAt) })
}

/** Details for the audit entry of an act: who asked for it, if that is somebody else than who did it. */
export const askerOf = ({ actor }: SignedInContext, { askedByID }: AskedAct) =>
  askedByID === actor.userID ? {} : { askedBy: askedByID }

/** Does the work and undoes it, so that nobody is asked to confirm what would be refused. Nothing of it leaves the transaction. */
export async function rehearse(context: SignedInContext, work: (context: SignedInContext) => Promise<unknown>) {
  const undo = new Error('The rehearsal is undone')
  const rehearsal = context.db.transaction(async (db) => {
    await work({ ...context, db, beforeCommit: () => undefined, afterCommit: () => undefined })
    throw undo
  })
  await rehearsal.catch((error: unknown) => {
    if (error !== undo) throw error
  })
}

/** One ID, or for several a hash of them, whatever their order. */
const subjectOf = (about: string | readonly string[]) => {
  const ids = [...new Set(typeof about === 'string' ? [about] : about)].sort()
  return ids.length === 1 ? String(ids[0]) : createHash('sha256').update(ids.join()).digest('hex')
}

/** A sentence for whoever has asked. */
export function whoMayConfirm(act: RequestedAct, expiresAt: Date | null) {
  const who = guardedActs[act].second.map((role) => secondPersonLabels[role]).join(' or ')
  const until = expiresAt ? ` until ${formatDateTime(expiresAt)}` : ''
  return `${who.charAt(0).toUpperCase()}${who.slice(1)} can confirm it on their dashboard${until}.`
}

interface Judged {
  reason: string
  /** Locks what is settled. None of the people who took part in it confirms it. */
  explain: (context: SignedInContext, subject: string) => Promise<{ what: string; people: (string | null)[] }>
}

/**
 * Settles something. If the caller took part in it, or is related to somebody who did, asks for somebody who took no part instead,
 * unless nobody else could be asked. `settle` is also what `server/start/guarded-acts.ts` has for this act.
 */
export const settleOrAsk = (
  context: SignedInContext,
  act: RequestedAct,
  subject: string,
  { reason, explain }: Judged,
  settle: PerformAct<void>,
): Promise<{ settled: boolean }> =>
  inTransaction(context, async (context) => {
    await requireStillHere(context)
    const { what, people } = await explain(context, subject)
    if (await findJudgeRefusal(context, act, people)) {
      const participants = people.filter((id) => id !== null)
      await askSecondPerson(context, act, subject, { what, reason, details: { participants } })
      return { settled: false }
    }
    await requireFreshFactor(context, act)
    if (people.includes(context.actor.userID)) await tellOfDoneAlone(context, { act, what, reason })
    await settle(context, { subject, details: {}, reason, askedByID: context.actor.userID })
    await endRequestsAbout(context, act, subject)
    return { settled: true }
  })
