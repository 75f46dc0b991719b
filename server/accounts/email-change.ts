import { dayMs } from '#contract/dates.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { hashToken, newToken } from '#server/core/link-token.ts'
import { AppError } from '#server/http/errors.ts'
import { throttleAddress, throttleSuccess } from '#server/http/throttles.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { endBegunBy } from '#server/second-person/public.ts'
import { deleteInvitationsFrom } from './invitations.ts'
import { signOutEverywhere } from './known-devices.ts'
import {
  accountSuspendedLetter,
  confirmEmailLetter,
  emailChangedLetter,
  emailChangeUndoneLetter,
  emailRestoredLetter,
  type RemovedWaysIn,
} from './letters.ts'
import { claimUndoLink, deleteResetTokens, type EmailLink, findEmailLink, insertEmailLink } from './link-tokens.ts'
import { deletePasskeysOf } from './passkey-queries.ts'
import { issueToken, resetMinutes } from './password-reset.ts'
import { lockUser, type UserRow, updateUser } from './queries.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'
import { confirmationsTo, emailChanges, perClientAddress } from './throttle-limits.ts'

const daysOfLinks = 7
/** Called in the transaction that has changed the address, whose user row is locked. */
export async function followEmailChange(context: SignedInContext, before: UserRow, email: string) {
  await throttleSuccess(context, emailChanges(before.userID))
  /** A reset link in the old mailbox must stop working. */
  await deleteResetTokens(context.db, before.userID)
  const token = await issueEmailLink(context, 'undo', before)
  await enqueueLetter(context, before, emailChangedLetter(token, daysOfLinks))
  await sendConfirmation(context, { ...before, email })
}

/** Sends the letter again to a person whose first one was lost. */
export const resendConfirmation = (context: SignedInContext) =>
  inTransaction(context, async (context) => {
    const user = await lockUser(context.db, context.actor.userID)
    if (user?.emailConfirmed === false) await sendConfirmation(context, user)
  })

export async function sendConfirmation(context: Context, user: UserRow) {
  await limitConfirmations(context, user.email)
  const token = await issueEmailLink(context, 'confirm', user)
  await enqueueLetter(context, user, confirmEmailLetter(token, daysOfLinks))
}

async function issueEmailLink(context: Context, purpose: EmailLink['purpose'], { userID, email }: UserRow) {
  const token = newToken()
  const expiresAt = new Date(context.clock().getTime() + daysOfLinks * dayMs)
  await insertEmailLink(context.db, { tokenHash: hashToken(token), userID, purpose, email, expiresAt })
  return token
}

/** Pressing twice is harmless. A link to an address that has been changed again no longer works. */
export async function confirmEmail(context: Context, token: string) {
  await throttleAddress(context, perClientAddress.emailLink)
  return inTransaction(context, async (context) => {
    const { link, user } = await openEmailLink(context, 'confirm', token)
    if (user.email !== link.email) throw new AppError('EMAIL_LINK_INVALID')
    await noteEmailConfirmed(context, user)
  })
}

/** Somebody has what only a letter to this address says. */
export async function noteEmailConfirmed(context: Context, user: Pick<UserRow, 'userID' | 'emailConfirmed'>) {
  if (user.emailConfirmed) return
  await updateUser(context.db, user.userID, { emailConfirmed: true })
  await record(context, 'email.confirmed', user.userID)
}

/** Five letters a day to an address that may be a stranger's, as it is only known from the account. */
export const limitConfirmations = (context: Context, email: string) =>
  throttleSuccess(context, confirmationsTo(context, email))

/** Ends what an account shares with its family since then. Handed in, because families are a domain above this one. */
export type EndSharingSince = (context: Context, userID: string, since: Date) => Promise<void>

/** Whoever changed the address may know the password, so the old mailbox also gets a link for choosing a new one. */
export async function undoEmailChange(context: Context, token: string, endSharingSince: EndSharingSince) {
  await throttleAddress(context, perClientAddress.emailLink)
  return inTransaction(context, async (context) => {
    const { link, user } = await openEmailLink(context, 'undo', token)
    if (!(await claimUndoLink(context.db, link))) throw new AppError('EMAIL_LINK_INVALID')
    /** The press proves that letters to the old address are read. */
    await updateUser(context.db, user.userID, { email: link.email, emailConfirmed: true })
    await signOutEverywhere(context, user.userID)
    await deleteResetTokens(context.db, user.userID)
    const removed = await removeNewWaysIn(context, user.userID, undoneSince(link))
    await endSharingSince(context, user.userID, removed.since)
    await record(context, 'email.change_undone', user.userID, { ...removed })
    await writeToOldAddress(context, { ...user, email: link.email }, removed)
    if (user.email !== link.email) await enqueueLetter(context, user, emailChangeUndoneLetter())
  })
}

/** Whoever changes an address may have prepared it for some days. */
const daysBefore = 7
const undoneSince = ({ expiresAt }: EmailLink) => new Date(expiresAt.getTime() - (daysOfLinks + daysBefore) * dayMs)

/** Sessions and known devices all end too. What these replaced is gone, so nothing is restored. */
async function removeNewWaysIn(context: Context, userID: string, since: Date): Promise<RemovedWaysIn> {
  const { db } = context
  const passkeys = await deletePasskeysOf(db, userID, since)
  const recoveryCodes = await deleteRecoveryCodes(db, userID, since)
  const invitations = await deleteInvitationsFrom(db, userID, since)
  const begun = await endBegunBy(context, userID, 'A change of the email address was undone.')
  return { since, passkeys, recoveryCodes, invitations, begun }
}

async function writeToOldAddress(context: Context, user: UserRow, removed: RemovedWaysIn) {
  if (user.suspendedAt) return enqueueLetter(context, user, accountSuspendedLetter())
  const token = await issueToken(context, user.userID, 'reset', resetMinutes)
  await enqueueLetter(context, user, emailRestoredLetter(token, resetMinutes, removed))
}

async function openEmailLink(context: Context, purpose: EmailLink['purpose'], token: string) {
  const link = await findEmailLink(context.db, purpose, hashToken(token), context.clock())
  const user = link && (await lockUser(context.db, link.userID))
  if (!link || !user) throw new AppError('EMAIL_LINK_INVALID')
  return { link, user }
}
