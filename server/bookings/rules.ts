import { ApplicantFields, BeneficiaryFields } from '#contract/bookings/application-form.ts'

const rulesOn = (today: string) => ({ today, applicant: ApplicantFields(today), beneficiary: BeneficiaryFields(today) })
let kept: ReturnType<typeof rulesOn> | undefined

/** The rules of the form on this day: building them costs far more than applying them, and they change at midnight. */
export function rulesOf(today: string) {
  if (kept?.today !== today) kept = rulesOn(today)
  return kept
}
