import { fromListedRole, type ListedRole, type Role } from '#contract/roles.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { endSessions } from '#server/http/sessions.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { type AskedAct, askerOf, endBegunBy, guard } from '#server/second-person/public.ts'
import { forgetAllDevices } from './device-queries.ts'
import { sendConfirmation } from './email-change.ts'
import { deleteInvitationsFrom } from './invitation-queries.ts'
import { roleChangedLetter, secondFactorResetLetter } from './letters.ts'
import { deletePasskeysOf } from './passkey-queries.ts'
import { readNRIC } from './present-user.ts'
import { findUser, isLastAdmin, lockAdminsAnd, updateUser } from './queries.ts'
import { describeAccount, lockOtherUser } from './suspend-account.ts'
import { tellOfNewStaff } from './tell-admins.ts'
import { deleteRecoveryCodes } from './token-queries.ts'

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

/** For a lost phone: the user sets up the second factor again at the next log-in. The phone's browser is no longer known. */
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
  await endSessions(context, userID)
  await forgetAllDevices(context.db, userID)
  await enqueueLetter(context, user, secondFactorResetLetter(reason))
  await record(context, 'two_factor.reset', userID, { reason, ...askerOf(context, asked) })
}
