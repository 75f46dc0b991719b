import { z } from 'zod'
import { formatPartialDate } from '#contract/registers/partial-date.ts'
import { type IdentifierKind, Identity, identifierLabels, type ReleaseDetails } from '#contract/urns/confirmation.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import { CompareNotices } from './CompareNotices.tsx'
import { moveTitles } from './move-words.ts'
import { StepCard } from './StepCard.tsx'
import { type ConfirmationProps, useConfirmation } from './use-confirmation.ts'

const Answer = Identity.extend({ reason: z.string().max(500) })

interface CompareStepProps extends ConfirmationProps {
  release: ReleaseDetails | undefined
  onCancel: () => void
}

/** Name and one more value, compared with the papers. The page does not know which are right. */
export function CompareStep({ release, onCancel, ...props }: CompareStepProps) {
  const { scanned, check } = props
  const [{ kind: firstKind } = { kind: 'birth' as const }] = check.identifiers
  const form = useZodForm(Answer, { name: '', identifier: firstKind, value: '', reason: '' })
  const chosen = form.watch('identifier')
  const { values = [] } = check.identifiers.find(({ kind }) => kind === chosen) ?? {}
  const { confirm, isPending } = useConfirmation(props)
  const send = ({ reason, ...answer }: z.output<typeof Answer>) =>
    confirm({ ...answer, ...(reason && { reason }), ...(release && { release }) })

  return (
    <StepCard title={moveTitles[scanned.event]} scanned={scanned}>
      <Form form={form} onSubmit={send}>
        <CompareNotices check={check} />
        <ChoiceField
          legend="Name on the papers"
          choices={check.names.map((name) => ({ value: name, label: name }))}
          {...form.field('name')}
        />
        {check.identifiers.length > 1 && (
          <ChoiceField
            legend="What else do you compare?"
            sideBySide
            choices={check.identifiers.map(({ kind }) => ({ value: kind, label: identifierLabels[kind] }))}
            {...form.field('identifier')}
            onChange={(event) => {
              form.setValue('identifier', event.target.value as IdentifierKind)
              form.setValue('value', '')
            }}
          />
        )}
        <ChoiceField
          key={chosen}
          legend={`${identifierLabels[chosen]} on the papers`}
          choices={values.map((value) => ({ value, label: isDate(chosen) ? formatPartialDate(value) : value }))}
          {...form.field('value')}
        />
        {check.tooLarge && !check.first?.reason && (
          <TextArea
            label="Why place it here anyway?"
            rows={3}
            maxLength={500}
            help="Kept in the history of the urn."
            {...form.field('reason')}
          />
        )}
        <FormActions onCancel={onCancel}>
          <Button type="submit" busy={isPending}>
            Confirm
          </Button>
        </FormActions>
      </Form>
    </StepCard>
  )
}

const isDate = (kind: IdentifierKind) => kind === 'birth' || kind === 'death'
