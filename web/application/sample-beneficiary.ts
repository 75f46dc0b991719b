import { t } from '#contract/words/t.ts'
import { type ApplicationValues, beneficiaryFieldNames } from './application-values.ts'

/** Made-up details, so that visitors of the demo need not invent a death. */
export function sampleBeneficiary(today: string): Partial<ApplicationValues> {
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
    inscription: t`Beloved mother and grandmother. Always in our hearts.`,
  }
}

/** True while any sample value remains in the form, so that it can be marked as such. */
export const hasSampleValues = (values: ApplicationValues, sample: ReturnType<typeof sampleBeneficiary>) =>
  beneficiaryFieldNames.some((field) => values[field] === sample[field] && distinctive.has(field))
const distinctive = new Set<string>(['beneficiaryName', 'beneficiaryNationalID', 'beneficiaryAddress', 'inscription'])

function daysBefore(today: string, days: number): string {
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}
