import { ApplicantLookup } from './ApplicantLookup.tsx'
import { ExistingUserMatch } from './ExistingUserMatch.tsx'
import type { ApplicationFormState } from './use-application-form.ts'

/** Who may already have an account: asked by the clerk, and noticed while they type. */
export const CounterLookups = ({ form }: { form: ApplicationFormState }) => (
  <>
    <ApplicantLookup form={form} />
    <ExistingUserMatch form={form} />
  </>
)
