import { z } from 'zod'
import { formatPartialDate } from '#contract/registers/partial-date.ts'
import { urnApi } from '#contract/urns/api.ts'
import {
  type Check,
  type Confirmed,
  ConfirmForm,
  type IdentifierKind,
  identifierLabels,
  type ReleaseDetails,
} from '#contract/urns/confirmation.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import { CompareNotices } from './CompareNotices.tsx'
import { moveTitles } from './move-words.ts'
import { StepCard } from './StepCard.tsx'
import type { Scanned } from './scanned.ts'
import { useRequestID } from './use-request-id.ts'

const Answer = ConfirmForm.pick({ name: true, identifier: true, value: true }).extend({ reason: z.string().max(500) })

interface CompareStepProps {
  scanned: Scanned
  check: Check
  release: ReleaseDetails | undefined
  onConfirmed: (confirmed: Confirmed) => void
  onRefused: (sentence: string) => void
  onCancel: () => void
}

/** Name and one more value, compared with the papers. The page does not know which are right. */
export function CompareStep({ scanned, check, release, onConfirmed, onRefused, onCancel }: CompareStepProps) {
  const { requestID, renewIfAnswered } = useRequestID()
  const [{ kind: firstKind } = { kind: 'birth' as const }] = check.identifiers
  const form = useZodForm(Answer, { name: '', identifier: firstKind, value: '', reason: '' })
  const chosen = form.watch('identifier')
  const { values = [] } = check.identifiers.find(({ kind }) => kind === chosen) ?? {}
  const confirm = useApiMutation(urnApi.confirm, {
    onSuccess: onConfirmed,
    onError: renewIfAnswered,
    onConflict: (sentence) => sentence && onRefused(sentence),
    invalidates: [urnApi.waiting, urnApi.list],
  })
  const send = ({ reason, ...answer }: z.output<typeof Answer>) =>
    confirm.mutateAsync({
      body: {
        requestID,
        ...scanned,
        ...answer,
        ...(reason && { reason }),
        ...(release && { release }),
        ...(check.first && { attemptID: check.first.attemptID }),
      },
    })

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
          <Button type="submit" busy={confirm.isPending}>
            Confirm
          </Button>
        </FormActions>
      </Form>
    </StepCard>
  )
}

const isDate = (kind: IdentifierKind) => kind === 'birth' || kind === 'death'
