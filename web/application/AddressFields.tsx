import { FieldRow } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { ApplicationFormState } from './use-application-form.ts'

const names = {
  applicant: ['address', 'unitNumber', 'postalCode'],
  beneficiary: ['beneficiaryAddress', 'beneficiaryUnitNumber', 'beneficiaryPostalCode'],
} as const

export function AddressFields({ form, of }: { form: ApplicationFormState; of: keyof typeof names }) {
  const [address, unitNumber, postalCode] = names[of]
  return (
    <>
      <TextField autoComplete="off" {...form.field(address)} />
      <FieldRow>
        <TextField inputMode="numeric" autoComplete="off" placeholder="05-118" {...form.field(unitNumber)} />
        <TextField inputMode="numeric" autoComplete="off" {...form.field(postalCode)} />
      </FieldRow>
    </>
  )
}
