import type { z } from 'zod'
import type { UrnDetail, UrnFacts } from '#contract/urns/api.ts'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { FieldsForm } from '#web/ui/form/use-fields.ts'

/** Size and certificate number of an urn, all optional. */
export const UrnFactFields = ({ form }: { form: FieldsForm<z.input<typeof UrnFacts>, UrnFacts> }) => (
  <>
    <FieldRow>
      <TextField label="Width in mm" inputMode="numeric" optional {...form.field('widthMm')} />
      <TextField label="Height in mm" inputMode="numeric" optional {...form.field('heightMm')} />
    </FieldRow>
    <TextField label="Number of the cremation certificate" optional {...form.field('cremationNumber')} />
  </>
)

/** The initial values. */
export const factsOf = (urn?: UrnDetail) => ({
  widthMm: urn?.widthMm?.toString() ?? '',
  heightMm: urn?.heightMm?.toString() ?? '',
  cremationNumber: urn?.cremationNumber ?? '',
})
