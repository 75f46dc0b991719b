import { z } from 'zod'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { CompareNotices } from './CompareNotices.tsx'
import { moveTitles } from './move-words.ts'
import { StepCard } from './StepCard.tsx'
import { type ConfirmationProps, useConfirmation } from './use-confirmation.ts'

const Nothing = z.object({})

interface EmptyNicheStepProps extends ConfirmationProps {
  onCancel: () => void
}

/** Each of the two people looks into the niche. There is nothing to compare. */
export function EmptyNicheStep({ onCancel, ...props }: EmptyNicheStepProps) {
  const { scanned, check } = props
  const form = useZodForm(Nothing, {})
  const { confirm } = useConfirmation(props)
  return (
    <StepCard title={moveTitles[scanned.event]} scanned={scanned}>
      <Form form={form} onSubmit={() => confirm({})}>
        <CompareNotices check={check} />
        <p>Please look into the niche yourself, and confirm only if this urn is not there.</p>
        <FormActions submit="It is not there" onCancel={onCancel} />
      </Form>
    </StepCard>
  )
}
