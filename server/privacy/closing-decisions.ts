import { type Role, roles } from '#contract/roles.ts'
import { lockForClosing } from '#server/accounts/public.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { pageOf } from '#server/http/paged.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { closeCompletely } from './close-completely.ts'
import {
  closingsPerPage,
  findClosingRequest,
  listBookingsOf,
  listOpenClosingRequests,
  saveRefusal,
} from './closing-queries.ts'
import { closingRefusedLetter } from './letters.ts'

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

/** Not while a decision or money is owed: the letters about it could not reach the family. */
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
