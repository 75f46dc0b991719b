import { fromListedRole, type ListedRole, type Role } from '#contract/roles.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { endSessions } from '#server/http/sessions.ts'
import { enqueueLetter, nameOr } from '#server/mail/outbox.ts'
import type { Db } from '#server/ports/database.ts'
import { type AskedAct, askerOf, endBegunBy, guard } from '#server/second-person/public.ts'
import { sendConfirmation } from './email-change.ts'
import { deleteInvitationsFrom } from './invitations.ts'
import { signOutEverywhere } from './known-devices.ts'
import { roleChangedLetter, secondFactorResetLetter } from './letters.ts'
import { deleteEmailLinksOf, deleteResetTokens } from './link-tokens.ts'
import { deletePasskeysOf } from './passkey-queries.ts'
import { readNRIC } from './present-user.ts'
import { findUser, isLastAdmin, lockAdminsAnd, lockUser, type UserRow, updateUser } from './queries.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'
import { tellOfNewStaff, tellOfSuspension } from './tell-admins.ts'

/** In a larger house only two admins make an admin. */
export async function updateRole(context: SignedInContext, userID: string, listedRole: ListedRole) {
  const role = fromListedRole(listedRole)
  if (role !== 'user') await requireConfirmedAddress(context, userID, role)
  if (role !== 'admin') return inTransaction(context, (context) => changeRole(context, userID, role))
  const what = async ({ db }: SignedInContext) => `${await describeAccount(db, userID)} becomes an admin.`
  const isNeeded = async ({ db }: SignedInContext) => (await findUser(db, userID))?.role !== 'admin'
  return guard(context, 'makeAdmin', userID, { what, isNeeded }, makeAdmin)
}

/** Refuses after the commit, so that the letter that asks to confirm the address is sent. */
async function requireConfirmedAddress(context: SignedInContext, userID: string, role: Role) {
  const user = await findUser(context.db, userID)
  if (!user || user.emailConfirmed || user.role === role || userID === context.actor.userID) return
  await inTransaction(context, (context) => sendConfirmation(context, user))
  throw new AppError('EMAIL_UNCONFIRMED')
}

export const makeAdmin = (context: SignedInContext, asked: AskedAct) =>
  changeRole(context, asked.subject, 'admin', askerOf(context, asked))

/**
 * Ends the user's sessions, so that the old role stops working immediately. Invitations that an admin sent end with the role. Anybody can
 * register with the address of somebody else, so only an account whose letters are read gets more than the role of an applicant.
 */
async function changeRole(context: SignedInContext, userID: string, role: Role, asker: object = {}) {
  const admins = await lockAdminsAnd(context.db, userID)
  const user = await lockOtherUser(context, userID)
  if (user.role === role) return
  /** The calling admin may have been demoted while this call waited for the lock. */
  if (!admins.some((admin) => admin.userID === context.actor.userID)) throw new AppError('WRONG_ROLE')
  if (isLastAdmin(admins, user)) throw new AppError('LAST_ADMIN')
  if (role === 'user' && !readNRIC(user, context.vault)) throw new AppError('NO_NRIC')
  if (role !== 'user' && !user.emailConfirmed) throw new AppError('EMAIL_UNCONFIRMED')

  await updateUser(context.db, userID, { role })
  if (user.role === 'admin') await deleteInvitationsFrom(context.db, userID)
  await endSessions(context, userID)
  if (role !== 'admin') await endBegunBy(context, userID, 'The role of the account was changed.')
  await enqueueLetter(context, user, roleChangedLetter(role))
  await tellOfNewStaff(context, user, role, context.actor.name)
  await record(context, 'role.changed', userID, { from: user.role, to: role, ...asker })
}

/** Used for a lost phone: the user sets up the second factor again at the next log-in. The phone's browser is no longer known. */
export const resetSecondFactor = (context: SignedInContext, userID: string, reason: string) =>
  guard(
    context,
    'resetFactor',
    userID,
    { what: async ({ db }) => `The second factor of ${await describeAccount(db, userID)} is reset.`, reason },
    resetFactor,
  )

export async function resetFactor(context: SignedInContext, asked: AskedAct) {
  const { subject: userID, reason } = asked
  const user = await lockOtherUser(context, userID)
  await updateUser(context.db, userID, { totpSealed: null })
  await deleteRecoveryCodes(context.db, userID)
  await deletePasskeysOf(context.db, userID)
  await signOutEverywhere(context, userID)
  await endBegunBy(context, userID, 'The second factor of the account was reset.')
  await enqueueLetter(context, user, secondFactorResetLetter(reason))
  await record(context, 'two_factor.reset', userID, { reason, ...askerOf(context, asked) })
}

/** Suspends somebody who leaves: nothing with which the person could sign in or act is left, until an admin lifts it. */
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
    await signOutEverywhere(context, userID)
    await deleteResetTokens(db, userID)
    /** Undo links stay: a thief may have made the change, and be the reason for the suspension. */
    await deleteEmailLinksOf(db, userID, 'confirm')
    await deleteInvitationsFrom(db, userID)
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

/** Runs in the caller's transaction. The command uses it too, which is run by whoever controls the server. */
export async function liftAlone(context: Context, userID: string, reason: string, asker: object = {}) {
  const user = await lockOtherUser(context, userID)
  if (!user.suspendedAt) return
  await updateUser(context.db, userID, { suspendedAt: null })
  await tellOfSuspension(context, user, 'lifted', reason)
  await record(context, 'account.suspension_lifted', userID, { reason, ...asker })
}

/** Names the account to whoever decides about it: somebody may have chosen a sentence as their name. */
async function describeAccount(db: Db, userID: string): Promise<string> {
  const user = await findUser(db, userID)
  return user ? `${nameOr('the account', user.fullName)} (${user.email})` : 'an account'
}

/** Admins cannot do this to their own account. */
async function lockOtherUser(context: Context, userID: string): Promise<UserRow> {
  if (userID === context.actor?.userID) throw new AppError('NOT_ONESELF')
  const user = await lockUser(context.db, userID)
  if (!user) throw new AppError('NOT_FOUND')
  return user
}
