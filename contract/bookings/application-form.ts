import { z } from 'zod'
import { contactKey } from '../accounts/account.ts'
import { genders } from '../accounts/genders.ts'
import { isIsoDay } from '../dates.ts'
import type { FormOptions } from '../endpoint.ts'
import { type FormField, forEveryone, labelsOf, repliesOf, rulesOf } from '../form-fields.ts'
import { bookingID, nricPattern } from '../schema-parts.ts'
import { joinScripts, longestName, relationships } from './booking.ts'
import { certificateLabels } from './certificate-request.ts'

const text =
  (max = 200) =>
  (label: string) =>
    z
      .string(`${label} is required`)
      .trim()
      .min(1, `${label} is required`)
      .max(max, `${label} is at most ${max} characters`)

const textUpTo = (max: number) => (label: string) =>
  z.string().trim().max(max, `${label} is at most ${max} characters`).default('')

const choiceFrom = (list: readonly string[]) => (label: string) =>
  text()(label).refine((value) => list.includes(value), `Please choose a ${label.toLowerCase()} from the list`)

const dayNotInFuture = (label: string, { today }: FormOptions) =>
  text()(label)
    .refine(isIsoDay, `${label} is not a date`)
    .refine((day) => day <= today, `${label} cannot be in the future`)

const postalCode = (label: string) => text()(label).regex(/^\d{6}$/, 'Postal code must be 6 digits')

export const isMobile = (number: string) => /^[89]\d{7}$/.test(number)

const mobileNumber = (label: string, { numberOnFile }: FormOptions) =>
  text()(label).refine(
    (number) => isMobile(number) || (numberOnFile !== undefined && contactKey(number) === contactKey(numberOnFile)),
    'Mobile number must start with 8 or 9 and be 8 digits',
  )

const email = (label: string) =>
  text()(label)
    .regex(z.regexes.email, 'Email format is invalid')
    .transform((address) => address.toLowerCase())

/** The applicant as a clerk enters them, in the order of the form. */
export const applicantFields = {
  fullName: { label: 'Full Name', rule: text() },
  gender: { label: 'Gender', rule: choiceFrom(genders) },
  nationality: { label: 'Nationality', rule: text() },
  nationalID: {
    label: 'NRIC',
    rule: (label) => text()(label).toUpperCase().regex(nricPattern, 'NRIC format invalid (eg: S1234567A)'),
  },
  dob: { label: 'Date of Birth', rule: dayNotInFuture },
  mobileNumber: { label: 'Mobile Number', rule: mobileNumber },
  email: { label: 'Email', rule: email },
  address: { label: 'Address', rule: text() },
  unitNumber: { label: 'Unit Number', rule: text() },
  postalCode: { label: 'Postal Code', rule: postalCode },
  remarks: { label: 'Remarks', rule: textUpTo(500), optional: true },
} as const satisfies Record<string, FormField>

interface BeneficiaryField extends FormField {
  /** Its column of the table `beneficiaries`; encrypted if its name ends with `Sealed`. */
  column: string
  /** Its column in the register of people. */
  register: string
  /** The value that is stored if it is not known, or was removed with the account; if left out, an empty text. */
  blank?: null
}

/**
 * The beneficiary, in the order of the form. `reply`: the owner of the booking and the clerk who decides on it see the field.
 * Submission, import, export and removal follow this table.
 */
export const beneficiaryFields = {
  beneficiaryName: {
    label: 'Beneficiary Name',
    rule: text(),
    reply: z.string(),
    column: 'beneficiaryName',
    register: 'beneficiary_name',
  },
  beneficiaryGender: { label: 'Gender', rule: choiceFrom(genders), column: 'gender', register: 'gender' },
  relationshipWithApplicant: {
    label: 'Relationship with Applicant',
    rule: (label) => choiceFrom(relationships)(label).pipe(z.enum(relationships)),
    reply: z.string().nullable(),
    column: 'relationship',
    register: 'relationship',
    blank: null,
  },
  beneficiaryNationality: { label: 'Nationality', rule: text(), column: 'nationality', register: 'nationality' },
  beneficiaryNationalID: { label: 'NRIC', rule: text(20), column: 'nationalIDSealed', register: 'identity_number' },
  /** A date from a register may be a year or a month, or missing. */
  dateOfBirth: {
    label: 'Date of Birth',
    rule: dayNotInFuture,
    reply: z.string().nullable(),
    column: 'dateOfBirth',
    register: 'born',
    blank: null,
  },
  dateOfDeath: {
    label: 'Date of Death',
    rule: dayNotInFuture,
    reply: z.string().nullable(),
    onlyForCurrent: true,
    column: 'dateOfDeath',
    register: 'died',
    blank: null,
  },
  beneficiaryAddress: { label: 'Address', rule: text(), column: 'address', register: 'address' },
  beneficiaryUnitNumber: { label: 'Unit Number', rule: text(), column: 'unitNumber', register: 'unit' },
  beneficiaryPostalCode: { label: 'Postal Code', rule: postalCode, column: 'postalCode', register: 'postal_code' },
  inscription: {
    label: 'Inscription',
    rule: textUpTo(500),
    reply: z.string(),
    onlyForCurrent: true,
    optional: true,
    column: 'inscription',
    register: 'inscription',
  },
} as const satisfies Record<string, BeneficiaryField>

export const beneficiaryReplies = repliesOf(beneficiaryFields)

export const fieldLabels = {
  bookingType: 'Booking type',
  besideRelationship: 'Relationship with the person who rests there',
  ...labelsOf(applicantFields),
  ...labelsOf(beneficiaryFields),
  nameInOtherScript: 'Name in another script',
  mayBeFound: 'Visitors may find this person',
  birthCertFile: 'Birth Certificate',
  deathCertFile: 'Death Certificate',
  relationshipProofFile: certificateLabels.relationship,
}
export type ApplicationField = keyof typeof fieldLabels

const BirthAndDeath = z.object({ dateOfBirth: z.string(), dateOfDeath: z.string().refine(isIsoDay) })
const deathNotBeforeBirth = (part: object) => {
  const { data } = BirthAndDeath.safeParse(part)
  return !data || data.dateOfDeath >= data.dateOfBirth
}

/** Someone who has died (`Current`) or who plans ahead (`PreOrder`, which also counts if nothing is said). */
const BeneficiaryByType = (options: FormOptions) =>
  z
    .discriminatedUnion('bookingType', [
      z.object({
        bookingType: z.literal('Current'),
        ...rulesOf(beneficiaryFields, options),
        ...otherName,
        ...consent,
      }),
      z.object({
        bookingType: z.literal(['PreOrder', '']),
        ...rulesOf(forEveryone(beneficiaryFields), options),
        ...otherName,
      }),
    ])
    .refine(deathNotBeforeBirth, {
      path: ['dateOfDeath'],
      error: 'Date of Death cannot be before Date of Birth',
      /** Runs also when other fields are invalid, so all errors are reported together. */
      when: ({ value }) => BirthAndDeath.safeParse(value).success,
    })
    .refine((person) => !person.nameInOtherScript || nameOf(person).length <= longestName, {
      path: ['nameInOtherScript'],
      error: `Both names together are at most ${longestName} characters`,
    })
    .transform(({ nameInOtherScript, ...person }) => ({
      ...person,
      beneficiaryName: joinScripts(person.beneficiaryName, nameInOtherScript),
    }))

const otherName = {
  nameInOtherScript: textUpTo(longestName)(fieldLabels.nameInOtherScript),
}
const nameOf = (person: { beneficiaryName: string; nameInOtherScript: string }) =>
  joinScripts(person.beneficiaryName, person.nameInOtherScript)

/** The holder agrees that visitors find the person, once they rest here. */
const consent = { mayBeFound: z.preprocess((sent) => String(sent) === 'true', z.boolean()) }

const Beneficiary = (options: FormOptions) =>
  z.preprocess(
    (sent?: { bookingType?: string }) => ({ ...sent, bookingType: sent?.bookingType || '' }),
    BeneficiaryByType(options),
  )

const nicheID = z.guid('Missing slot data')
/** Clients send these as the specification says, but the server takes both from the session. */
const sender = { userRole: z.string().optional(), paidByID: z.string().optional() }

/** Another person in a niche: beside whom, and what the two were to each other. */
const beside = {
  besideBookingID: bookingID.optional(),
  besideRelationship: z.preprocess(
    (sent) => sent || undefined,
    z.enum(relationships, 'Please choose a relationship from the list').optional(),
  ),
}
const saysRelationship = (sent?: { besideBookingID?: unknown; besideRelationship?: unknown }) =>
  !sent?.besideBookingID || Boolean(sent.besideRelationship)
const relationshipMissing = {
  path: ['besideRelationship'],
  error: `${fieldLabels.besideRelationship} is required`,
  when: () => true,
}

/** An applicant books for themself: their own details are read from their account. */
const OwnApplication = (options: FormOptions) =>
  z
    .object({ nicheID, ...beside, remarks: rulesOf(applicantFields, options).remarks, ...sender })
    .refine(saysRelationship, relationshipMissing)
    .and(Beneficiary(options))

/** A clerk enters the applicant. After 409 `APPLICANT_EMAIL_DIFFERS`, `confirmedAccount` sends the same form again. */
const ClerkApplication = (options: FormOptions) =>
  z
    .object({
      nicheID,
      ...beside,
      ...rulesOf(applicantFields, options),
      confirmedAccount: z.preprocess((sent) => String(sent) === 'true', z.boolean()).optional(),
      ...sender,
    })
    .refine(saysRelationship, relationshipMissing)
    .and(Beneficiary(options))
export type ClerkApplication = z.infer<ReturnType<typeof ClerkApplication>>

type ApplicationSchema = ReturnType<typeof OwnApplication | typeof ClerkApplication>

export const ApplicationForm = (options: FormOptions): ApplicationSchema =>
  options.role === 'staff' ? ClerkApplication(options) : OwnApplication(options)

const requiredMessage = (file: keyof typeof fieldLabels) => `${fieldLabels[file]} is required`

export const applicationFiles = {
  birthCertFile: { missing: requiredMessage('birthCertFile') },
  deathCertFile: {
    missing: requiredMessage('deathCertFile'),
    requiredIf: ({ bookingType }: Record<string, unknown>) => bookingType === 'Current',
  },
  relationshipProofFile: {
    missing: requiredMessage('relationshipProofFile'),
    requiredIf: ({ besideBookingID }: Record<string, unknown>, { asksRelationshipProof }: FormOptions) =>
      Boolean(besideBookingID && asksRelationshipProof),
  },
}

/** A beneficiary's ID that does not look like an NRIC is accepted; the form shows a note. */
export const isUnusualNationalID = (value: string) => value !== '' && !nricPattern.test(value)
