import { type ApplicationValues, beneficiaryFields } from './application-values.ts'

/** Someone who never lived, so that a visitor of the demo need not invent a death. */
export function sampleBeneficiary(today: string): Pick<ApplicationValues, (typeof beneficiaryFields)[number]> {
  return {
    beneficiaryName: 'Lim Siew Hong',
    beneficiaryGender: 'Female',
    relationshipWithApplicant: 'Mother',
    beneficiaryNationality: 'Singaporean',
    beneficiaryNationalID: 'S0412345A',
    dateOfBirth: '1948-06-12',
    dateOfDeath: daysBefore(today, 9),
    beneficiaryAddress: '12 Tiong Bahru Road',
    beneficiaryUnitNumber: '05-118',
    beneficiaryPostalCode: '168732',
    inscription: 'Beloved mother and grandmother. Always in our hearts.',
  }
}

/** As long as any sample remains, whoever fills the form should know. */
export const hasSampleValues = (values: ApplicationValues, sample: ReturnType<typeof sampleBeneficiary>) =>
  beneficiaryFields.some((field) => values[field] === sample[field] && distinctive.has(field))
const distinctive = new Set<string>(['beneficiaryName', 'beneficiaryNationalID', 'beneficiaryAddress', 'inscription'])

export function daysBefore(today: string, days: number): string {
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}
