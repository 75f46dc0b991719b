import { eq, inArray } from 'drizzle-orm'
import { contactKey } from '#contract/accounts/account.ts'
import { ApplicantFields } from '#contract/bookings/application-form.ts'
import { type FieldErrors, toFieldErrors } from '#contract/errors.ts'
import { nricPattern } from '#contract/schema-parts.ts'
import { createApplicantAccount } from '#server/accounts/actions.ts'
import { record } from '#server/audit/actions.ts'
import type { Context, SignedInContext } from '#server/context.ts'
import { users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { rulesOf } from './rules.ts'

/** Whom the booking is for: the signed-in applicant, or the person whose details a clerk entered. */
export type ApplicantInput = 'oneself' | (ApplicantFields & { confirmedAccount: boolean })

interface ApplicantCheck {
  errors: FieldErrors
  enterer: ApplicantInput | undefined
  remarks: string
}

/** An applicant's details come from their account, never from the form. A clerk's entries are validated. */
export async function checkApplicant(
  context: SignedInContext,
  body: Record<string, unknown>,
  today: string,
): Promise<ApplicantCheck> {
  if (context.actor.role !== 'staff') return checkOneself(body, today)
  const part = await parseApplicant(context, body, today)
  if (!part.success) return { errors: toFieldErrors(part.error), enterer: undefined, remarks: '' }
  const confirmedAccount = String(body.confirmedAccount) === 'true'
  return { errors: {}, enterer: { ...part.data, confirmedAccount }, remarks: part.data.remarks }
}

/** An invalid mobile number is accepted if it is the number of the account with this NRIC. */
async function parseApplicant(context: SignedInContext, body: Record<string, unknown>, today: string) {
  const part = rulesOf(today).applicant.safeParse(body)
  const isNumberWrong = part.error?.issues.some(({ path }) => path[0] === 'mobileNumber')
  const nric = String(body.nationalID).trim()
  if (!isNumberWrong || !nricPattern.test(nric)) return part
  const account = await findByNRIC(context, nric)
  return account ? ApplicantFields(today, account.contactNumber).safeParse(body) : part
}

function checkOneself(body: Record<string, unknown>, today: string): ApplicantCheck {
  const remarks = rulesOf(today).applicant.shape.remarks.safeParse(body.remarks)
  if (!remarks.success)
    return { errors: { remarks: remarks.error.issues[0]?.message ?? '' }, enterer: undefined, remarks: '' }
  return { errors: {}, enterer: 'oneself', remarks: remarks.data }
}

export interface Applicant {
  userID: string
  email: string
  /** The clerk confirmed that the booking is for this account although another e-mail was entered. */
  isConfirmed?: boolean
}

/** The account that the booking is for; created if the NRIC is unknown. */
export async function findOrCreateApplicant(context: SignedInContext, enterer: ApplicantInput): Promise<Applicant> {
  if (enterer === 'oneself') return findOwnAccount(context)
  const known = await findByNRIC(context, enterer.nationalID)
  if (!known) return createApplicantAccount(context, enterer)
  const errors = accountMismatches(known, enterer)
  if (Object.keys(errors).length > 0) throw new AppError('INVALID', { errors })
  if (known.email === enterer.email) return known
  if (!enterer.confirmedAccount) throw new AppError('APPLICANT_EMAIL_DIFFERS', { why: maskEmail(known.email) })
  return { ...known, isConfirmed: true }
}

export async function recordConfirmation(context: Context, { isConfirmed, userID }: Applicant, bookingID: string) {
  if (isConfirmed) await record(context, 'booking.account_confirmed', bookingID, { userID })
}

async function findOwnAccount({ db, actor }: SignedInContext): Promise<Applicant> {
  const [oneself] = await db
    .select({ userID: users.userID, email: users.email })
    .from(users)
    .where(eq(users.userID, actor.userID))
  if (!oneself) throw new AppError('NOT_SIGNED_IN')
  return oneself
}

const known = {
  userID: users.userID,
  email: users.email,
  fullName: users.fullName,
  contactNumber: users.contactNumber,
  contactKey: users.contactKey,
  dob: users.dob,
}

async function findByNRIC({ db, vault }: Context, nric: string) {
  const [found] = await db
    .select(known)
    .from(users)
    .where(inArray(users.nricHash, vault.hashes(nric)))
  return found
}
type KnownAccount = NonNullable<Awaited<ReturnType<typeof findByNRIC>>>

/** Guards against a mistyped NRIC, which would give the booking to another person. */
function accountMismatches(account: KnownAccount, { fullName, mobileNumber, dob }: ApplicantFields): FieldErrors {
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
