import { record } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { endSessions } from '#server/http/sessions.ts'
import { nameOr } from '#server/mail/outbox.ts'
import type { Db } from '#server/ports/database.ts'
import { type AskedAct, askerOf, endBegunBy, guard } from '#server/second-person/public.ts'
import { forgetAllDevices } from './device-queries.ts'
import { deleteEmailLinksOf } from './email-link-queries.ts'
import { deleteInvitationsFrom } from './invitation-queries.ts'
import { findUser, isLastAdmin, lockAdminsAnd, lockUser, type UserRow, updateUser } from './queries.ts'
import { tellOfSuspension } from './tell-admins.ts'
import { deleteResetTokens } from './token-queries.ts'

/** For somebody who leaves: nothing with which the person could sign in or act is left, until an admin lifts it. */
export const suspendAccount = (context: Context, userID: string, reason: string) =>
  inTransaction(context, async (context) => {
    const { db, clock } = context
    const admins = await lockAdminsAnd(db, userID)
    const user = await lockOtherUser(context, userID)
    if (user.suspendedAt) return
    /** The calling admin may have been suspended while this call waited for the lock. */
    if (context.actor && !admins.some((admin) => admin.userID === context.actor?.userID))
      throw new AppError('WRONG_ROLE')
    if (isLastAdmin(admins, user)) throw new AppError('LAST_ADMIN_NEEDED')
    await updateUser(db, userID, { suspendedAt: clock() })
    await endSessions(context, userID)
    await deleteResetTokens(db, userID)
    /** Undo links stay: a thief may have made the change, and be the reason for the suspension. */
    await deleteEmailLinksOf(db, userID, 'confirm')
    await deleteInvitationsFrom(db, userID)
    await forgetAllDevices(db, userID)
    await endBegunBy(context, userID, 'The account was suspended.')
    await tellOfSuspension(context, user, 'suspended', reason)
    await record(context, 'account.suspended', userID, { reason })
  })

export const liftSuspension = (context: SignedInContext, userID: string, reason: string) =>
  guard(
    context,
    'liftSuspension',
    userID,
    {
      what: async ({ db }) => `The suspension of ${await describeAccount(db, userID)} is lifted.`,
      reason,
      isNeeded: async ({ db }) => Boolean((await findUser(db, userID))?.suspendedAt),
    },
    lift,
  )

export const lift = (context: SignedInContext, asked: AskedAct) =>
  liftAlone(context, asked.subject, asked.reason, askerOf(context, asked))

/** In the caller's transaction. Also for the command, which is run by whoever controls the server. */
export async function liftAlone(context: Context, userID: string, reason: string, asker: object = {}) {
  const user = await lockOtherUser(context, userID)
  if (!user.suspendedAt) return
  await updateUser(context.db, userID, { suspendedAt: null })
  await tellOfSuspension(context, user, 'lifted', reason)
  await record(context, 'account.suspension_lifted', userID, { reason, ...asker })
}

/** For whoever decides about it: somebody may have chosen a sentence as their name. */
export async function describeAccount(db: Db, userID: string): Promise<string> {
  const user = await findUser(db, userID)
  return user ? `${nameOr('the account', user.fullName)} (${user.email})` : 'an account'
}

/** Admins cannot do this to their own account. */
export async function lockOtherUser(context: Context, userID: string): Promise<UserRow> {
  if (userID === context.actor?.userID) throw new AppError('NOT_ONESELF')
  const user = await lockUser(context.db, userID)
  if (!user) throw new AppError('NOT_FOUND')
  return user
}
