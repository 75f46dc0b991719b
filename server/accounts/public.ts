import { randomUUID } from 'node:crypto'
import { contactKey } from '#contract/accounts/account.ts'
import { record } from '#server/audit/public.ts'
import type { Context } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { throttleAddress } from '#server/http/throttles.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { isEmailReserved } from './email-link-queries.ts'
import { setPasswordLetter } from './letters.ts'
import { hoursToSetPassword, issueToken } from './password-reset.ts'
import { insertUser, listUsersSharingIdentity, type UserRow } from './queries.ts'
import { perClientAddress } from './throttle-limits.ts'
import { freeUsername } from './username.ts'

export { type Closing, closeAccount, lockForClosing, sendClosingNotice } from './close-account.ts'
export { confirmOwner } from './confirm-owner.ts'
export { countNRICs } from './count-nrics.ts'
export { limitConfirmations, noteEmailConfirmed } from './email-change.ts'
export { noteNRICSeen } from './note-nric-seen.ts'
export { readNRIC } from './present-user.ts'
export { hashToken, newToken } from './tokens.ts'

/** Counts with the other look-ups of people by staff. */
export const throttleLookup = (context: Context) => throttleAddress(context, perClientAddress.lookup)

/** The applicant that a clerk enters, with the field names of the booking form. */
export interface NewApplicant {
  fullName: string
  gender: string
  nationality: string
  nationalID: string
  mobileNumber: string
  email: string
  address: string
  postalCode: string
  unitNumber: string
  dob: string
}

/** Opens an account without a password, in the caller's transaction. A letter lets the applicant set one. */
export async function createApplicantAccount(context: Context, applicant: NewApplicant): Promise<UserRow> {
  const row = {
    userID: randomUUID(),
    username: await freeUsername(context, applicant.email),
    email: applicant.email.toLowerCase(),
    fullName: applicant.fullName,
    contactNumber: applicant.mobileNumber,
    contactKey: contactKey(applicant.mobileNumber),
    nricSealed: context.vault.seal(applicant.nationalID),
    nricHash: context.vault.hash(applicant.nationalID),
    nricSeenAt: context.clock(),
    gender: applicant.gender,
    nationality: applicant.nationality,
    dob: applicant.dob,
    street: applicant.address,
    unitNumber: applicant.unitNumber,
    postalCode: applicant.postalCode,
    createdAt: context.clock(),
  }
  await rejectTakenIdentity(context, applicant, row)
  const user = await insertUser(context.db, row)
  if (!user) throw new AppError('DETAILS_TAKEN')
  await record(context, 'account.created', user.userID)
  await sendSetPasswordLetter(context, user)
  return user
}

/** Says which field is taken. Only clerks see this, so it does not reveal accounts to strangers. */
async function rejectTakenIdentity(
  { db, vault, clock }: Context,
  { nationalID }: NewApplicant,
  { username, email }: Pick<UserRow, 'username' | 'email'>,
) {
  const others = await listUsersSharingIdentity(db, { username, email, nricHashes: vault.hashes(nationalID) })
  const isReserved = await isEmailReserved(db, email, clock())
  if (others.length === 0 && !isReserved) return
  const taken = (isTaken: boolean, field: string, what: string) =>
    isTaken ? { [field]: `This ${what} belongs to another account` } : {}
  throw new AppError('INVALID', {
    errors: {
      ...taken(
        others.some((other) => vault.hashes(nationalID).includes(other.nricHash)),
        'nationalID',
        'NRIC',
      ),
      ...taken(isReserved || others.some((other) => other.email === email), 'email', 'email'),
    },
  })
}

async function sendSetPasswordLetter(context: Context, user: UserRow) {
  const token = await issueToken(context, user.userID, 'set', hoursToSetPassword * 60)
  await enqueueLetter(context, user, setPasswordLetter(token, hoursToSetPassword))
}

export { tellOfExport, tellOfHouseContact } from './tell-admins.ts'
