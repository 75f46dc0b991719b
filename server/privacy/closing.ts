import type { FastifyReply } from 'fastify'
import { type Role, roles } from '#contract/roles.ts'
import { type Closing, closeAccount, lockForClosing } from '#server/accounts/public.ts'
import { record } from '#server/audit/public.ts'
import { forgetBeneficiaries } from '#server/bookings/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import type { users } from '#server/database/schema.ts'
import { endRemembrancesOf, endSharingOf } from '#server/family/public.ts'
import { AppError } from '#server/http/errors.ts'
import { pageOf } from '#server/http/paged.ts'
import { endSession } from '#server/http/sessions.ts'
import { type Throttle, throttleAttempt } from '#server/http/throttles.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { hasMovedUrns } from '#server/urns/public.ts'
import {
  closingsPerPage,
  deleteClosingRequest,
  findClosingRequest,
  hasBeenStaff,
  hasBookings,
  listBookingsOf,
  listOpenClosingRequests,
  saveClosingRequest,
  saveRefusal,
} from './closing-queries.ts'
import { closingRefusedLetter, closingRequestedLetter } from './letters.ts'

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

export const getClosingRequest = async ({ db, actor }: SignedInContext) => ({
  request: (await findClosingRequest(db, actor.userID)) ?? null,
})

export const withdrawClosing = (context: SignedInContext) =>
  inTransaction(context, async (context) => {
    const { userID } = context.actor
    if (await deleteClosingRequest(context.db, userID)) await record(context, 'account.closing_withdrawn', userID)
  })

export async function listClosingRequests({ db, actor }: SignedInContext, cursor: string | undefined) {
  const decided = roles.filter((role) => decidesOn(actor.role, role))
  const requests = await listOpenClosingRequests(db, decided, cursor)
  const bookings = await listBookingsOf(
    db,
    requests.map(({ userID }) => userID),
  )
  const listed = requests.map(({ role, ...request }) => ({
    ...request,
    bookings: bookings.filter(({ userID }) => userID === request.userID),
  }))
  return pageOf(listed, closingsPerPage, ({ userID }) => userID)
}

/** Refused while a decision or money is owed: the letters about it could not reach the family. */
export const acceptClosing = (context: SignedInContext, userID: string) =>
  inTransaction(context, async (context) => {
    const user = await lockRequested(context, userID)
    const unfinished = (await listBookingsOf(context.db, [userID])).filter((booking) => booking.unfinished)
    if (unfinished.length > 0)
      throw new AppError('BOOKINGS_UNFINISHED', { why: unfinished.map(({ bookingID }) => bookingID).join(', ') })
    await closeCompletely(context, user, { cause: 'accepted', keepsName: true })
  })

export const refuseClosing = (context: SignedInContext, userID: string, reason: string) =>
  inTransaction(context, async (context) => {
    const user = await lockRequested(context, userID)
    await saveRefusal(context.db, userID, { refusedAt: context.clock(), refusalReason: reason })
    await enqueueLetter(context, user, closingRefusedLetter(reason))
    await record(context, 'account.closing_refused', userID, { reason })
  })

/** Staff decide on accounts of families, and admins on those of staff. */
const decidesOn = (role: Role, roleOfAccount: Role) => (role === 'admin') === (roleOfAccount !== 'user')

/** The account of an open request. Nobody decides on their own. */
async function lockRequested(context: SignedInContext, userID: string) {
  if (userID === context.actor.userID) throw new AppError('NOT_ONESELF')
  const user = await lockForClosing(context, userID)
  if (user && !decidesOn(context.actor.role, user.role)) throw new AppError('WRONG_ROLE')
  const request = user && (await findClosingRequest(context.db, userID))
  if (!request) throw new AppError('NOT_FOUND')
  if (request.refusedAt) throw new AppError('ALREADY_SETTLED')
  return user
}

/** Closes the account and everything about it. What is left of never-paid bookings identifies nobody. */
export async function closeCompletely(context: Context, user: typeof users.$inferSelect, closing: Closing) {
  await forgetBeneficiaries(context, user.userID)
  await endSharingOf(context, user.userID)
  await endRemembrancesOf(context, user.userID)
  await deleteClosingRequest(context.db, user.userID)
  await closeAccount(context, user, closing)
}
