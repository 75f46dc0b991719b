import { record } from '#server/audit/public.ts'
import type { Context } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { enqueueLetter, unreachableAddress } from '#server/mail/outbox.ts'
import { endBegunBy } from '#server/second-person/public.ts'
import { deleteInvitationsFrom } from './invitations.ts'
import { signOutEverywhere } from './known-devices.ts'
import { accountClosedLetter, type ClosingCause, closingNoticeLetter } from './letters.ts'
import { deleteEmailLinksOf, deleteResetTokens } from './link-tokens.ts'
import { deletePasskeysOf } from './passkey-queries.ts'
import { storedNRIC } from './present-user.ts'
import { isLastAdmin, lockAdminsAnd, lockUser, type UserRow, updateUser } from './queries.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

/** Locks the account so that neither a booking nor a change of role can come between the checks and the closing. */
export async function lockForClosing(context: Context, userID: string): Promise<UserRow | undefined> {
  const admins = await lockAdminsAnd(context.db, userID)
  const user = await lockUser(context.db, userID)
  if (user && isLastAdmin(admins, user)) throw new AppError('LAST_ADMIN_STAYS')
  return user
}

export interface Closing {
  cause: ClosingCause
  /** Bookings, payments and receipts, or the records of what staff did, still need the name of the person. */
  keepsName: boolean
}

/**
 * Removes what identifies the person or lets them sign in, in the caller's transaction, after `lockForClosing`.
 * Email, username and NRIC can then be registered again.
 */
export async function closeAccount(context: Context, user: UserRow, { cause, keepsName }: Closing) {
  const { db, vault, clock } = context
  const { userID } = user
  await enqueueLetter(context, user, accountClosedLetter(user.role, { cause, keepsName }))
  await updateUser(db, userID, {
    ...blankDetails,
    ...(!keepsName && { fullName: 'Closed account' }),
    username: `closed_${userID}`,
    email: unreachableAddress(userID),
    /** The stand-in is unique, because keys:rotate computes the hash from it again. */
    ...storedNRIC(vault, `closed ${userID}`),
    lastSignInAt: user.createdAt,
    closedAt: clock(),
  })
  await removeWaysIn(context, userID)
  await deleteInvitationsFrom(db, userID)
  await endBegunBy(context, userID, 'The account was closed.')
  await record(context, 'account.closed', userID, { cause, ...(user.role !== 'user' && { from: user.role }) })
}

/** Signs out everywhere. What could be signed in with later is removed, except for the password and the authenticator app. */
export async function removeWaysIn(context: Context, userID: string) {
  await deleteRecoveryCodes(context.db, userID)
  await deletePasskeysOf(context.db, userID)
  await deleteResetTokens(context.db, userID)
  await deleteEmailLinksOf(context.db, userID)
  await signOutEverywhere(context, userID)
}

/** What only applicants need, besides the NRIC. */
export const noDetails = {
  gender: '',
  nationality: '',
  dob: '1900-01-01',
  street: '',
  unitNumber: '',
  postalCode: '',
  addressWhole: '',
  nricSeenAt: null,
} as const

const blankDetails = {
  ...noDetails,
  contactNumber: '',
  contactKey: '',
  passwordHash: null,
  totpSealed: null,
  totpLastStep: 0,
  closingNoticeAt: null,
  language: null,
  role: 'user',
} as const

/** Tells the owner of an unused account that it will be closed. A sign-in clears the notice. */
export async function sendClosingNotice(context: Context, userID: string, lastDay: string) {
  const user = await lockUser(context.db, userID)
  if (!user || user.closingNoticeAt) return
  await updateUser(context.db, userID, { closingNoticeAt: context.clock() })
  await enqueueLetter(context, user, closingNoticeLetter(lastDay))
}
