import { record } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { hashToken, newToken } from '#server/core/link-token.ts'
import { AppError } from '#server/http/errors.ts'
import { endSessions } from '#server/http/sessions.ts'
import {
  clearThrottle,
  countAttempt,
  isAddressWithinLimit,
  isWithinLimit,
  throttleAddress,
  throttleAttempt,
} from '#server/http/throttles.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { clearPasswordGuesses } from './check-password.ts'
import { writeLetterLater } from './delayed-letters.ts'
import { findKnownDevice } from './known-devices.ts'
import { accountSuspendedLetter, passwordChangedLetter, resetLetter } from './letters.ts'
import { deleteResetTokens, findTokenOwner, insertResetToken, markResetTokenUsed } from './link-tokens.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { findUserByEmail, lockUser, updateUser } from './queries.ts'
import { lettersTo, perClientAddress, resetLettersFrom, resetRequests, uncheckedResets } from './throttle-limits.ts'

export const resetMinutes = 30
const minute = 60_000

/** Replies before looking up the email, so that the reply does not reveal whether an account exists. */
export async function requestReset(context: Context, email: string, recaptchaToken: string) {
  await throttleAddress(context, perClientAddress.reset)
  await throttleAttempt(context, resetRequests(context, email))
  const isUsual = [
    await isWithinLimit(context, uncheckedResets(context, email)),
    await isAddressWithinLimit(context, perClientAddress.uncheckedReset),
  ].every(Boolean)
  if (!isUsual) await context.botCheck.confirm(recaptchaToken, 'reset')
  writeLetterLater(context, () => sendResetLetter(context, email))
}

async function sendResetLetter(context: Context, email: string) {
  const found = await findUserByEmail(context.db, email)
  if (!found) return
  const device = await findKnownDevice(context, found.userID)
  const letters = device ? resetLettersFrom(found.userID, device) : lettersTo(context, 'reset-link', email)
  const { count, resetsAt } = await countAttempt(context, letters)
  if (count > letters.limit) return
  await inTransaction(context, async (context) => {
    const user = await lockUser(context.db, found.userID)
    if (!user) return
    if (user.suspendedAt) return enqueueLetter(context, user, accountSuspendedLetter())
    /** The last link works until the next can be sent, so that strangers who ask for links cannot keep the owner out. */
    const lastUntil = count === letters.limit ? resetsAt : undefined
    const minutes = lastUntil ? (lastUntil.getTime() - context.clock().getTime()) / minute : resetMinutes
    const token = await issueToken(context, user.userID, 'reset', minutes)
    await enqueueLetter(context, user, resetLetter(token, resetMinutes, lastUntil))
  })
}

/** The time to set the first password of an account that staff or an admin opened. */
export const hoursToSetPassword = 72

export async function issueToken(context: Context, userID: string, purpose: 'reset' | 'set', minutes: number) {
  const token = newToken()
  const expiresAt = new Date(context.clock().getTime() + minutes * minute)
  await insertResetToken(context.db, { tokenHash: hashToken(token), userID, purpose, expiresAt })
  return token
}

/** Sets the password, ends all sessions of the user and invalidates all other links. */
export async function resetPassword(context: Context, token: string, newPassword: string) {
  await throttleAddress(context, perClientAddress.reset)
  const tokenHash = hashToken(token)
  const owner = await findTokenOwner(context.db, tokenHash, context.clock())
  if (!owner) throw new AppError('RESET_TOKEN_INVALID')
  refuseWeakPassword('newPassword', newPassword, owner)
  const passwordHash = await hashPassword(newPassword, context.client)

  await inTransaction(context, async (context) => {
    const user = await lockUser(context.db, owner.userID)
    if (user?.suspendedAt) throw new AppError('ACCOUNT_SUSPENDED')
    if (!(await markResetTokenUsed(context.db, tokenHash, context.clock()))) throw new AppError('RESET_TOKEN_INVALID')
    await updateUser(context.db, owner.userID, { passwordHash, emailConfirmed: true })
    await deleteResetTokens(context.db, owner.userID)
    await endSessions(context, owner.userID)
    await enqueueLetter(context, owner, passwordChangedLetter())
    await record(context, 'password.reset', owner.userID)
  })
  await clearPasswordGuesses(context, owner)
  await clearThrottle(context, lettersTo(context, 'reset-link', owner.email).key)
}
