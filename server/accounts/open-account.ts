import { randomUUID } from 'node:crypto'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { resetLink, setPasswordLetter } from './letters.ts'
import { isEmailReserved } from './link-tokens.ts'
import { hoursToSetPassword, issueToken } from './password-reset.ts'
import { storedContact, storedNRIC } from './present-user.ts'
import { hasAdmin, insertUser, listUsersSharingIdentity, type UserRow } from './queries.ts'
import { newUserRow, type RegistrationDetails } from './registration.ts'
import { freeUsername } from './taken-details.ts'
import { tellOfNewStaff } from './tell-admins.ts'

/** The applicant that a clerk enters, with the field names of the booking form. */
interface NewApplicant {
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
    ...storedContact(applicant.mobileNumber),
    ...storedNRIC(context.vault, applicant.nationalID),
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
  const token = await issueToken(context, user.userID, 'set', hoursToSetPassword * 60)
  await enqueueLetter(context, user, setPasswordLetter(token, hoursToSetPassword))
  return user
}

/** Says which field is taken. Only clerks see this, so it does not reveal accounts to strangers. */
async function rejectTakenIdentity(
  { db, vault, clock }: Context,
  { nationalID }: NewApplicant,
  { username, email }: Pick<UserRow, 'username' | 'email'>,
) {
  const nricHashes = vault.hashes(nationalID)
  const others = await listUsersSharingIdentity(db, { username, email, nricHashes })
  const isReserved = await isEmailReserved(db, email, clock())
  if (others.length === 0 && !isReserved) return
  const isNRICTaken = others.some((other) => nricHashes.includes(other.nricHash))
  const isEmailTaken = isReserved || others.some((other) => other.email === email)
  throw new AppError('INVALID', {
    errors: {
      ...(isNRICTaken && { nationalID: 'This NRIC belongs to another account' }),
      ...(isEmailTaken && { email: 'This email belongs to another account' }),
    },
  })
}

/** Printed by a server that starts: what to do first with an empty database. */
export const firstAdminHint = async ({ db }: Pick<Context, 'db'>): Promise<string> =>
  (await hasAdmin(db))
    ? ''
    : 'There is no admin yet. Create the first one with: npm run admin:create (under systemd: columba admin:create)\n'

/** Creates an admin from the command line, as the first one cannot be created on screen. Returns the link for setting the password. */
export async function createAdmin(context: Context, details: RegistrationDetails): Promise<string> {
  return inTransaction(context, async (context) => {
    const admin = await insertUser(context.db, { ...newUserRow(context, details, null), role: 'admin' })
    if (!admin) throw new AppError('DETAILS_TAKEN')
    await record(context, 'account.created', admin.userID, { role: 'admin' })
    await tellOfNewStaff(context, admin, 'admin', 'The command admin:create')
    const token = await issueToken(context, admin.userID, 'set', hoursToSetPassword * 60)
    return context.config.publicUrl + resetLink(token)
  })
}
