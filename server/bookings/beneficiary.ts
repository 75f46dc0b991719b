import { randomUUID } from 'node:crypto'
import type { BeneficiaryFields } from '#contract/bookings/application-form.ts'
import type { Context } from '#server/context.ts'
import { deleteCertificateOf, saveCertificate } from '#server/documents/actions.ts'
import type { Application } from './application.ts'
import { insertBeneficiaryRow, updateBeneficiaryRow } from './changes.ts'

type BeneficiaryWithCertificates = Pick<Application, 'beneficiary' | 'birthCertificate' | 'deathCertificate'>

export async function insertBeneficiary(
  context: Context,
  { beneficiary, birthCertificate, deathCertificate }: BeneficiaryWithCertificates,
): Promise<string> {
  const beneficiaryID = randomUUID()
  await insertBeneficiaryRow(context.db, { beneficiaryID, ...beneficiaryRow(context, beneficiary) })
  await saveCertificate(context, { beneficiaryID }, 'birth', birthCertificate)
  if (deathCertificate) await saveCertificate(context, { beneficiaryID }, 'death', deathCertificate)
  return beneficiaryID
}

/** Replaces all details and certificates. A death certificate that is not sent again is deleted. */
export async function updateBeneficiary(
  context: Context,
  beneficiaryID: string,
  { beneficiary, birthCertificate, deathCertificate }: BeneficiaryWithCertificates,
) {
  await updateBeneficiaryRow(context.db, beneficiaryID, beneficiaryRow(context, beneficiary))
  await saveCertificate(context, { beneficiaryID }, 'birth', birthCertificate)
  if (deathCertificate) await saveCertificate(context, { beneficiaryID }, 'death', deathCertificate)
  else await deleteCertificateOf(context, { beneficiaryID }, 'death')
}

const beneficiaryRow = ({ vault }: Context, part: BeneficiaryFields) => ({
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
