import { randomUUID } from 'node:crypto'
import type { Context } from '#server/core/context.ts'
import type { beneficiaries } from '#server/database/schema.ts'
import { deleteCertificateOf, saveCertificate } from '#server/documents/public.ts'
import type { Application } from './applicant.ts'
import { insertBeneficiaryRow, updateBeneficiaryRow } from './changes.ts'

export async function insertBeneficiary(context: Context, { body, files }: Application): Promise<string> {
  const beneficiaryID = randomUUID()
  await insertBeneficiaryRow(context.db, { beneficiaryID, ...beneficiaryRow(context, body) })
  await saveCertificates(context, beneficiaryID, { body, files })
  return beneficiaryID
}

/** Replaces all details and certificates. */
export async function updateBeneficiary(context: Context, beneficiaryID: string, { body, files }: Application) {
  await updateBeneficiaryRow(context.db, beneficiaryID, beneficiaryRow(context, body))
  await saveCertificates(context, beneficiaryID, { body, files })
  if (body.bookingType === 'PreOrder') await deleteCertificateOf(context, { beneficiaryID }, 'death')
}

/** A pre-order has no death certificate, even if one is sent. */
async function saveCertificates(context: Context, beneficiaryID: string, { body, files }: Application) {
  await saveCertificate(context, { beneficiaryID }, 'birth', files.birthCertFile)
  if (body.bookingType === 'Current' && files.deathCertFile)
    await saveCertificate(context, { beneficiaryID }, 'death', files.deathCertFile)
}

/** A stored beneficiary under the names that replies use. Replies contain only the fields that they declare. */
export const presentBeneficiary = ({ relationship, ...stored }: typeof beneficiaries.$inferSelect) => ({
  ...stored,
  ...knownDates(stored),
  relationshipWithApplicant: relationship,
})

/** A date of a register may be a year or a month only. */
export const knownDates = (
  stored: Pick<typeof beneficiaries.$inferSelect, 'dateOfBirth' | 'dateOfDeath' | 'bornIn' | 'diedIn'>,
) => ({
  dateOfBirth: stored.dateOfBirth ?? stored.bornIn,
  dateOfDeath: stored.dateOfDeath ?? stored.diedIn,
})

const beneficiaryRow = ({ vault }: Context, part: Application['body']) => ({
  beneficiaryName: part.beneficiaryName,
  gender: part.beneficiaryGender,
  nationality: part.beneficiaryNationality,
  nationalIDSealed: vault.seal(part.beneficiaryNationalID),
  relationship: part.relationshipWithApplicant,
  dateOfBirth: part.dateOfBirth,
  dateOfDeath: part.bookingType === 'Current' ? part.dateOfDeath : null,
  address: part.beneficiaryAddress,
  postalCode: part.beneficiaryPostalCode,
  unitNumber: part.beneficiaryUnitNumber,
  inscription: part.bookingType === 'Current' ? part.inscription : '',
})
