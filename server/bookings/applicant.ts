import { eq, inArray } from 'drizzle-orm'
import { contactKey } from '#contract/accounts/account.ts'
import type { ApplicantPart } from '#contract/bookings/application.ts'
import { type FieldErrors, fieldErrorsOf } from '#contract/errors.ts'
import { createApplicantAccount } from '#server/accounts/actions.ts'
import type { Context, SignedIn } from '#server/context.ts'
import { users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { rulesOf } from './rules.ts'

/** Whom the booking is for: oneself, or whoever a clerk has entered. */
export type Enterer = 'oneself' | ApplicantPart

interface Checked {
  errors: FieldErrors
  enterer: Enterer | undefined
  remarks: string
}

/** An applicant's own part is read from the account and never from the form; what a clerk enters is validated. */
export function checkApplicant({ actor }: SignedIn, body: Record<string, unknown>, today: string): Checked {
  if (actor.role !== 'staff') return checkOneself(body, today)
  const part = rulesOf(today).applicant.safeParse(body)
  if (!part.success) return { errors: fieldErrorsOf(part.error), enterer: undefined, remarks: '' }
  return { errors: {}, enterer: part.data, remarks: part.data.remarks }
}

function checkOneself(body: Record<string, unknown>, today: string): Checked {
  const remarks = rulesOf(today).applicant.shape.remarks.safeParse(body.remarks)
  if (!remarks.success)
    return { errors: { remarks: remarks.error.issues[0]?.message ?? '' }, enterer: undefined, remarks: '' }
  return { errors: {}, enterer: 'oneself', remarks: remarks.data }
}

export interface Applicant {
  userID: string
  email: string
}

/** The account that the booking is for; someone whom nobody knows yet is given one. */
export async function applicantOf(context: SignedIn, enterer: Enterer): Promise<Applicant> {
  if (enterer === 'oneself') return findOneself(context)
  const known = await findByNRIC(context, enterer.nationalID)
  if (!known) return createApplicantAccount(context, enterer)
  const errors = mismatches(known, enterer)
  if (Object.keys(errors).length > 0) throw new AppError('INVALID', { errors })
  return known
}

async function findOneself({ db, actor }: SignedIn): Promise<Applicant> {
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
type Known = NonNullable<Awaited<ReturnType<typeof findByNRIC>>>

/** A clerk's slip of the finger must not put a booking into another person's hands. */
function mismatches(account: Known, { fullName, mobileNumber, dob }: ApplicantPart): FieldErrors {
  const differs = (field: string, what: string) => ({ [field]: `This NRIC belongs to an account with another ${what}` })
  return {
    ...(plain(account.fullName) !== plain(fullName) && differs('fullName', 'name')),
    ...(account.contactKey !== contactKey(mobileNumber) && differs('mobileNumber', 'mobile number')),
    ...(account.dob !== dob && differs('dob', 'date of birth')),
  }
}

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()
