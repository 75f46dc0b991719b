import type { FastifyReply } from 'fastify'
import { type AccountEdit, splitAddress } from '#contract/accounts/account.ts'
import type { OwnerProof } from '#contract/accounts/second-factor.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { endOtherSessions } from '#server/http/sessions.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { checkPassword } from './check-password.ts'
import { followEmailChange } from './email-change.ts'
import { passwordChangedLetter } from './letters.ts'
import { deleteResetTokens } from './link-tokens.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { formatAddress, storedContact } from './present-user.ts'
import { findUser, lockUser, type UserRow, updateUser } from './queries.ts'
import { confirmOwner, proofNeeded } from './sign-in.ts'
import { refuseTakenDetails } from './taken-details.ts'
import { tellOfNewName } from './tell-admins.ts'

/** Another email needs a proof, because a link in a letter sets a new password. */
export async function editAccount(
  context: SignedInContext,
  { username, fullName, email, contactNumber, userAddress, ...proof }: AccountEdit & OwnerProof,
  reply: FastifyReply,
) {
  const isProved = (await findUser(context.db, context.actor.userID))?.email !== email
  if (isProved) await confirmOwner(context, proof, 'any', reply)
  const edit = { username, fullName, email, contactNumber, userAddress }
  await refuseTakenDetails(context, edit)
  return inTransaction(context, async (context) => {
    const before = await lockUser(context.db, context.actor.userID)
    if (!before) throw new AppError('NOT_SIGNED_IN')
    const { userAddress, ...details } = edit
    const isNewEmail = before.email !== edit.email
    /** Another call may have changed it in the meantime. */
    if (isNewEmail && !isProved) throw proofNeeded()
    await updateUser(context.db, before.userID, {
      ...details,
      ...storedContact(details.contactNumber),
      ...addressChange(before, userAddress),
      ...(isNewEmail && { emailConfirmed: false }),
    })
    await record(context, 'account.edited', before.userID, { changed: changedFields(before, edit) })
    await tellOfNewName(context, before, edit.fullName)
    if (isNewEmail) await followEmailChange(context, before, edit.email)
  })
}

/** An unchanged address keeps its parts. A new one that cannot be split is stored whole. */
function addressChange(before: UserRow, line: string) {
  if (line === formatAddress(before)) return {}
  const parts = splitAddress(line)
  if (parts) return { ...parts, unitNumber: parts.unit, addressWhole: null }
  return { street: line, unitNumber: '', postalCode: '', addressWhole: line }
}

function changedFields(before: UserRow, edit: AccountEdit): string[] {
  const known: AccountEdit = { ...before, userAddress: formatAddress(before) }
  return (Object.keys(edit) as (keyof AccountEdit)[]).filter((field) => known[field] !== edit[field])
}

export async function changePassword(context: SignedInContext, oldPassword: string, newPassword: string) {
  const user = await findUser(context.db, context.actor.userID)
  if (!user) throw new AppError('NOT_SIGNED_IN')
  if (!(await checkPassword(context, user.email, user, oldPassword))) throw new AppError('OLD_PASSWORD_WRONG')
  refuseWeakPassword('newPassword', newPassword, user)
  const passwordHash = await hashPassword(newPassword, context.client)

  await inTransaction(context, async (context) => {
    const current = await lockUser(context.db, user.userID)
    if (current?.passwordHash !== user.passwordHash) throw new AppError('OLD_PASSWORD_WRONG')
    await updateUser(context.db, user.userID, { passwordHash })
    await deleteResetTokens(context.db, user.userID)
    await endOtherSessions(context, user.userID, context.actor.sessionHash)
    await enqueueLetter(context, user, passwordChangedLetter())
    await record(context, 'password.changed', user.userID)
  })
}
