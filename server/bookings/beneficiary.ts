import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { BeneficiaryPart } from '#contract/bookings/application.ts'
import type { Context } from '#server/context.ts'
import { beneficiaries } from '#server/database/schema.ts'
import { dropCertificate, saveCertificate } from '#server/documents/actions.ts'
import type { Application } from './application.ts'

type Papers = Pick<Application, 'part' | 'birth' | 'death'>

export async function insertBeneficiary(context: Context, { part, birth, death }: Papers): Promise<string> {
  const beneficiaryID = randomUUID()
  await context.db.insert(beneficiaries).values({ beneficiaryID, ...rowOf(context, part) })
  await saveCertificate(context, { beneficiaryID }, 'birth', birth)
  if (death) await saveCertificate(context, { beneficiaryID }, 'death', death)
  return beneficiaryID
}

/** What is sent replaces what was there, the papers too. */
export async function updateBeneficiary(context: Context, beneficiaryID: string, { part, birth, death }: Papers) {
  await context.db.update(beneficiaries).set(rowOf(context, part)).where(eq(beneficiaries.beneficiaryID, beneficiaryID))
  await saveCertificate(context, { beneficiaryID }, 'birth', birth)
  if (death) await saveCertificate(context, { beneficiaryID }, 'death', death)
  else await dropCertificate(context, { beneficiaryID }, 'death')
}

const rowOf = ({ vault }: Context, part: BeneficiaryPart) => ({
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
