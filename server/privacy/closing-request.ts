import type { FastifyReply } from 'fastify'
import { lockForClosing } from '#server/accounts/public.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { endSession } from '#server/http/sessions.ts'
import { type Throttle, throttleAttempt } from '#server/http/throttles.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { hasMovedUrns } from '#server/urns/public.ts'
import { closeCompletely } from './close-completely.ts'
import {
  deleteClosingRequest,
  findClosingRequest,
  hasBeenStaff,
  hasBookings,
  saveClosingRequest,
} from './closing-queries.ts'
import { closingRequestedLetter } from './letters.ts'

const closingRequestsOf = (userID: string): Throttle => ({ key: `closing:${userID}`, limit: 5, seconds: 24 * 3600 })

/**
 * Closes the account at once. Staff decide if there are bookings, or if the person has moved urns: the ledger needs their name. Staff keep
 * theirs in any case, also when they are applicants again, because what they read and recorded has it.
 */
export async function askToClose(context: SignedInContext, message: string, reply: FastifyReply) {
  const { userID } = context.actor
  await throttleAttempt(context, closingRequestsOf(userID))
  const closed = await inTransaction(context, async (context) => {
    const user = await lockForClosing(context, userID)
    if (!user) throw new AppError('NOT_SIGNED_IN')
    const isNeeded =
      (await hasBookings(context.db, userID, context.clock())) || (await hasMovedUrns(context.db, userID))
    if (!isNeeded) {
      await closeCompletely(context, user, { cause: 'asked', keepsName: await hasBeenStaff(context.db, user) })
      return true
    }
    await saveClosingRequest(context.db, { userID, message, requestedAt: context.clock() })
    await enqueueLetter(context, user, closingRequestedLetter())
    await record(context, 'account.closing_requested', userID)
    return false
  })
  if (closed) await endSession(context, reply)
  return { closed }
}

export async function getClosingRequest({ db, actor }: SignedInContext) {
  const found = await findClosingRequest(db, actor.userID)
  if (!found) return { request: null }
  const { requestedAt, refusedAt, refusalReason } = found
  const request = { requestedAt, refusedAt, refusalReason }
  return { request }
}

export const withdrawClosing = (context: SignedInContext) =>
  inTransaction(context, async (context) => {
    const { userID } = context.actor
    if (await deleteClosingRequest(context.db, userID)) await record(context, 'account.closing_withdrawn', userID)
  })
