import { ApplicantFields, BeneficiaryFields } from '#contract/bookings/application-form.ts'

const rulesOn = (today: string) => ({ today, applicant: ApplicantFields(today), beneficiary: BeneficiaryFields(today) })
let kept: ReturnType<typeof rulesOn> | undefined

/** The form's schemas for this day, cached because building them is expensive. They change at midnight. */
export function rulesOf(today: string) {
  if (kept?.today !== today) kept = rulesOn(today)
  return kept
}
