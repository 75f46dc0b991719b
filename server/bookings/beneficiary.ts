import { beneficiaryFields, beneficiaryReplies } from '#contract/bookings/application-form.ts'
import type { Context } from '#server/core/context.ts'
import type { Vault } from '#server/core/vault.ts'
import { beneficiaries } from '#server/database/schema.ts'
import { addCertificate, deleteCertificateOf, saveCertificate } from '#server/documents/public.ts'
import type { Application } from './applicant.ts'
import { updateBeneficiaryRow } from './changes.ts'

/** The row of a new beneficiary. Their certificates are added after it. */
export const beneficiaryRow = (context: Context, beneficiaryID: string, { body }: Application) =>
  context.db.insert(beneficiaries).values({ beneficiaryID, ...submittedDetails(context, body) })

export const addCertificates = (context: Context, beneficiaryID: string, application: Application) =>
  saveCertificates(context, beneficiaryID, application, addCertificate)

/** Replaces all details and certificates. */
export async function updateBeneficiary(context: Context, beneficiaryID: string, { body, files }: Application) {
  await updateBeneficiaryRow(context.db, beneficiaryID, submittedDetails(context, body))
  await saveCertificates(context, beneficiaryID, { body, files }, saveCertificate)
  if (body.bookingType !== 'Current') await deleteCertificateOf(context, { beneficiaryID }, 'death')
}

/** A pre-order has no death certificate, even if one is sent. */
async function saveCertificates(
  context: Context,
  beneficiaryID: string,
  { body, files }: Application,
  save: typeof saveCertificate,
) {
  await save(context, { beneficiaryID }, 'birth', files.birthCertFile)
  if (body.bookingType === 'Current' && files.deathCertFile)
    await save(context, { beneficiaryID }, 'death', files.deathCertFile)
  if (body.besideBookingID && files.relationshipProofFile)
    await save(context, { beneficiaryID }, 'relationship', files.relationshipProofFile)
}

/** A pre-order has no fields that are only for a current booking. */
const submittedDetails = ({ vault, clock }: Context, body: Application['body']) => ({
  ...toDetails(vault, ({ name }) => (body as Partial<Record<typeof name, string>>)[name]),
  sharedAt: body.bookingType === 'Current' && body.mayBeFound ? clock() : null,
})

type Stored = typeof beneficiaries.$inferSelect
type Fields = typeof beneficiaryFields
type Field = { [Name in keyof Fields]: Fields[Name] & { name: Name } }[keyof Fields]

/** What is stored about the person. A column that is neither excepted here nor a field of the form does not compile. */
type Details = Omit<Stored, 'beneficiaryID' | 'sharedAt' | 'withheldAt' | 'withheldByID' | 'withheldReason'>

/** A null for a column that cannot be null does not compile either. */
type FieldColumns = {
  [F in Field as F['column']]: NonNullable<Stored[F['column']]> | (F extends { blank: null } ? null : never)
}

const fields = Object.entries(beneficiaryFields).map(([name, field]) => ({ name, ...field })) as Field[]
const isSealed = (column: string) => column.endsWith('Sealed')

/** All details as columns. A missing or empty value is stored as the field's blank. */
export const toDetails = (vault: Vault, textOf: (field: Field) => string | undefined): Details => {
  const columns = fields.map((field) => {
    const value = textOf(field) || ('blank' in field ? field.blank : '')
    return [field.column, isSealed(field.column) ? vault.seal(value ?? '') : value]
  })
  return { bornIn: null, diedIn: null, ...(Object.fromEntries(columns) as FieldColumns) }
}

/** The details as the register of people has them. */
export const toRegisterCells = (stored: Stored, vault: Vault) => {
  const known = { ...stored, ...knownDates(stored), nationalIDSealed: vault.openText(stored.nationalIDSealed) }
  return Object.fromEntries(fields.map(({ register, column }) => [register, known[column] ?? ''])) as Record<
    Field['register'],
    string
  >
}

type Shown = { [Name in keyof typeof beneficiaryReplies]: Stored[Fields[Name]['column']] }

const shownFields = fields.filter(({ name }) => name in beneficiaryReplies)

/** The details that replies show. */
export const presentBeneficiary = (stored: Stored) => {
  const known = { ...stored, ...knownDates(stored) }
  const details = Object.fromEntries(shownFields.map(({ name, column }) => [name, known[column]])) as Shown
  return { beneficiaryID: stored.beneficiaryID, ...details }
}

/** A date of a register may be a year or a month only. */
export const knownDates = (stored: Pick<Stored, 'dateOfBirth' | 'dateOfDeath' | 'bornIn' | 'diedIn'>) => ({
  dateOfBirth: stored.dateOfBirth ?? stored.bornIn,
  dateOfDeath: stored.dateOfDeath ?? stored.diedIn,
})
