import type { FastifyReply } from 'fastify'
import { type AccountEdit, splitAddress } from '#contract/accounts/account.ts'
import type { OwnerProof } from '#contract/accounts/second-factor.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { endOtherSessions } from '#server/http/sessions.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { keepHolderName } from '#server/rights/public.ts'
import { checkPassword } from './check-password.ts'
import { followEmailChange } from './email-change.ts'
import { detailsChangedLetter, passwordChangedLetter } from './letters.ts'
import { deleteResetTokens } from './link-tokens.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { formatAddress, storedContact } from './present-user.ts'
import { findUser, lockUser, type UserRow, updateUser } from './queries.ts'
import { confirmOwner, proofNeeded } from './sign-in.ts'
import { refuseTakenDetails } from './taken-details.ts'
import { tellOfNewName } from './tell-admins.ts'

/** Needs a proof if the letters, the calls or the name of the owner change. */
export async function editAccount(
  context: SignedInContext,
  { username, fullName, email, contactNumber, userAddress, ...proof }: AccountEdit & OwnerProof,
  reply: FastifyReply,
) {
  const edit = { username, fullName, email, contactNumber, userAddress }
  const isProved = needsProof(context, await findUser(context.db, context.actor.userID), edit)
  if (isProved) await confirmOwner(context, proof, 'any', reply)
  await refuseTakenDetails(context, edit)
  return inTransaction(context, async (context) => {
    const before = await lockUser(context.db, context.actor.userID)
    if (!before) throw new AppError('NOT_SIGNED_IN')
    const { userAddress, ...details } = edit
    const isNewEmail = before.email !== edit.email
    /** Another call may have changed it in the meantime. */
    if (!isProved && needsProof(context, before, edit)) throw proofNeeded()
    await updateUser(context.db, before.userID, {
      ...details,
      ...storedContact(details.contactNumber),
      ...addressChange(before, userAddress),
      ...(isNewEmail && { emailConfirmed: false }),
    })
    await record(context, 'account.edited', before.userID, { changed: changedFields(before, edit) })
    await tellOfNewName(context, before, edit.fullName)
    await tellOwner(context, before, edit)
    if (before.fullName !== edit.fullName) await keepHolderName(context, before)
    if (isNewEmail) await followEmailChange(context, before, edit.email)
  })
}

/**
 * A link in a letter sets a new password, staff call the number, and a right has the name. The demo asks only for another email, so that
 * everything else can be tried out with one tap.
 */
function needsProof({ config }: SignedInContext, before: UserRow | undefined, edit: AccountEdit) {
  const guarded = config.mode === 'demo' ? (['email'] as const) : (['email', 'fullName', 'contactNumber'] as const)
  return guarded.some((field) => before?.[field] !== edit[field])
}

/** Another email has letters of its own, from `followEmailChange`. */
async function tellOwner(context: SignedInContext, before: UserRow, { fullName, contactNumber }: AccountEdit) {
  const isNewName = before.fullName !== fullName
  if (isNewName || before.contactNumber !== contactNumber)
    await enqueueLetter(context, before, detailsChangedLetter({ mayHoldRight: isNewName && before.role === 'user' }))
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
