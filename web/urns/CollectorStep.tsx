import { authorityLabels, type Check, identityKinds, ReleaseDetails } from '#contract/urns/confirmation.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { codeInput, TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import type { Scanned } from './confirm-move.ts'
import { StepCard } from './StepCard.tsx'

interface CollectorStepProps {
  scanned: Scanned
  check: Check
  onDone: (release: ReleaseDetails) => void
  onCancel: () => void
}

/** Asks who collects the urn and by whose authority. The second person compares it with the papers. */
export function CollectorStep({ scanned, check, onDone, onCancel }: CollectorStepProps) {
  const form = useZodForm(ReleaseDetails, { releasedTo: '', identityEnding: '', document: '' })
  return (
    <StepCard title="Who collects the urn" scanned={scanned}>
      <Form form={form} onSubmit={onDone}>
        <WhoHolds check={check} />
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

/** The booking may still be in the name of somebody who held the right before. */
export const WhoHolds = ({ check: { whoHolds } }: { check: Check }) =>
  whoHolds && (
    <Callout tone="note" title={`Who holds ${whoHolds.right} today`}>
      <p>{whoHolds.holders.join('; ')}</p>
      {whoHolds.collectors.length > 0 && <p>May collect the ashes: {whoHolds.collectors.join(', ')}</p>}
    </Callout>
  )
