import { authorityLabels, identityKinds, ReleaseDetails } from '#contract/urns/confirmation.ts'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { codeInput, TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import type { Scanned } from './confirm-move.ts'
import { StepCard } from './StepCard.tsx'

interface CollectorStepProps {
  scanned: Scanned
  onDone: (release: ReleaseDetails) => void
  onCancel: () => void
}

/** Asks who collects the urn and by whose authority. The second person compares it with the papers. */
export function CollectorStep({ scanned, onDone, onCancel }: CollectorStepProps) {
  const form = useZodForm(ReleaseDetails, { releasedTo: '', identityEnding: '', document: '' })
  return (
    <StepCard title="Who collects the urn" scanned={scanned}>
      <Form form={form} onSubmit={onDone}>
        <TextField label="Name" autoComplete="off" {...form.field('releasedTo')} />
        <SelectField
          label="Proof of identity"
          placeholder="Please choose"
          options={identityKinds}
          {...form.field('identityKind')}
        />
        <TextField label="Last four characters of its number" {...codeInput} {...form.field('identityEnding')} />
        <ChoiceField legend="Authority" choices={optionsOf(authorityLabels)} {...form.field('authority')} />
        <TextField label="Document" help="Such as Letter of the holder, 3 March 2026." {...form.field('document')} />
        <FormActions submit="Continue" onCancel={onCancel} />
      </Form>
    </StepCard>
  )
}
