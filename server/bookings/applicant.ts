import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { contactKey } from '#contract/accounts/account.ts'
import type { bookingApi } from '#contract/bookings/api.ts'
import { type ClerkApplication, isMobile } from '#contract/bookings/application-form.ts'
import type { FormOptions } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/field-errors.ts'
import { nricPattern } from '#contract/schema-parts.ts'
import { createApplicantAccount, noteNRICSeen } from '#server/accounts/public.ts'
import { record } from '#server/audit/public.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { preparedStatement } from '#server/database/prepared.ts'
import { users } from '#server/database/schema.ts'
import { readHouse } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import type { Input } from '#server/http/read-input.ts'
import { aboutBooking, enqueueLetter } from '#server/mail/outbox.ts'
import { only } from '#server/ports/database.ts'
import { otherAccountLetter } from './letters.ts'

type SentFields = Record<string, unknown>

/** What the rules of an application depend on, besides its fields. */
export const findApplicationOptions = async (
  context: SignedInContext,
  fields: SentFields,
): Promise<Partial<FormOptions>> => ({
  numberOnFile: await findNumberOnFile(context, fields),
  asksRelationshipProof: Boolean(fields.besideBookingID) && (await readHouse(context)).asksRelationshipProof,
})

/** The number of the account with the entered NRIC, which a clerk may enter although it is not a mobile number. */
async function findNumberOnFile(context: SignedInContext, fields: SentFields): Promise<string | undefined> {
  const nric = String(fields.nationalID).trim().toUpperCase()
  const isNeeded = context.actor.role === 'staff' && !isMobile(String(fields.mobileNumber).trim())
  if (!isNeeded || !nricPattern.test(nric)) return undefined
  return (await findByNRIC(context, nric))?.contactNumber
}

/** A validated application, sent by an applicant or by a clerk. */
export type Application = Input<typeof bookingApi.submit>

export interface Applicant {
  userID: string
  email: string
  /** The clerk confirmed that the booking is for this account although this other address was entered. */
  otherEmail?: string
}

/** The account that the booking is for: the applicant's own, or the one that a clerk enters, created if the NRIC is unknown. */
export async function findOrCreateApplicant(context: SignedInContext, { body }: Application): Promise<Applicant> {
  if (!('nationalID' in body)) return findOwnAccount(context)
  const known = await findByNRIC(context, body.nationalID)
  if (!known) return createApplicantAccount(context, body)
  const errors = accountMismatches(known, body)
  if (Object.keys(errors).length > 0) throw new AppError('INVALID', { errors })
  const isSameEmail = known.email === body.email
  if (!isSameEmail && !body.confirmedAccount)
    throw new AppError('APPLICANT_EMAIL_DIFFERS', { why: maskEmail(known.email) })
  /** Whoever has another address may not be who opened the account. */
  if (!isSameEmail) return { ...known, otherEmail: body.email }
  await noteNRICSeen(context, known.userID)
  return known
}

/** Somebody may have opened the account with the name and numbers of the person at the counter, who hears of it at their own address. */
export async function recordConfirmation(
  context: Context,
  { otherEmail, userID, email }: Applicant,
  bookingID: string,
) {
  if (!otherEmail) return
  await record(context, 'booking.account_confirmed', bookingID, { userID })
  const content = otherAccountLetter(maskEmail(email), bookingID)
  await enqueueLetter(context, { email: otherEmail }, aboutBooking(bookingID, content))
}

/**
 * The account is locked, so that several submissions of one applicant run one after another and cannot exceed the limits together, and it
 * is not closed before the booking is committed.
 */
async function findOwnAccount({ db, actor }: SignedInContext): Promise<Applicant> {
  const [oneself] = await openAccount(db).execute({ userID: actor.userID })
  if (!oneself) throw new AppError('NOT_SIGNED_IN')
  return oneself
}

const openAccount = preparedStatement((db) =>
  db
    .select({ userID: users.userID, email: users.email })
    .from(users)
    .where(and(eq(users.userID, sql.placeholder('userID')), isNull(users.closedAt)))
    .for('no key update')
    .prepare('lock_open_account'),
)

const known = {
  userID: users.userID,
  email: users.email,
  fullName: users.fullName,
  contactNumber: users.contactNumber,
  contactKey: users.contactKey,
  dob: users.dob,
}

const findByNRIC = ({ db, vault }: Context, nric: string) =>
  db
    .select(known)
    .from(users)
    .where(inArray(users.nricHash, vault.hashes(nric)))
    .for('key share')
    .then(only)
type KnownAccount = NonNullable<Awaited<ReturnType<typeof findByNRIC>>>

/** Guards against a mistyped NRIC, which would give the booking to another person. */
function accountMismatches(account: KnownAccount, { fullName, mobileNumber, dob }: ClerkApplication): FieldErrors {
  const differs = (field: string, what: string) => ({ [field]: `This NRIC belongs to an account with another ${what}` })
  return {
    ...(normaliseName(account.fullName) !== normaliseName(fullName) && differs('fullName', 'name')),
    ...(account.contactKey !== contactKey(mobileNumber) && differs('mobileNumber', 'mobile number')),
    ...(account.dob !== dob && differs('dob', 'date of birth')),
  }
}

const normaliseName = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** `tan.mei@example.com` becomes `t***@example.com`: enough for a clerk to compare, without revealing the address. */
const maskEmail = (email: string) => email.replace(/^(.).*(?=@)/u, '$1***')
