import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { type Check, Identity, type ReleaseDetails } from '#contract/urns/confirmation.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import type { FieldsForm } from '#web/ui/form/use-fields.ts'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { CompareNotices } from './CompareNotices.tsx'
import { IdentifierFields, NameField } from './IdentityFields.tsx'
import { moveTitles } from './move-words.ts'
import { StepCard } from './StepCard.tsx'
import styles from './Urns.module.css'
import { type ConfirmationProps, useConfirmation } from './use-confirmation.ts'

const Answer = Identity.extend({ reason: z.string().max(500) })

interface CompareStepProps extends ConfirmationProps {
  release: ReleaseDetails | undefined
  /** On a phone: first the name, then the other value. */
  oneByOne: boolean
  onCancel: () => void
}

/** Name and one more value, compared with the papers. The page does not know which are right. */
export function CompareStep({ release, oneByOne, onCancel, ...props }: CompareStepProps) {
  const { scanned, check } = props
  const [isNamed, setNamed] = useState(false)
  const [{ kind: firstKind } = { kind: 'birth' as const }] = check.identifiers
  const form = useZodForm(Answer, { name: '', identifier: firstKind, value: '', reason: '' })
  const { confirm, isPending } = useConfirmation(props)
  const send = ({ reason, ...answer }: z.output<typeof Answer>) =>
    confirm({ ...answer, ...(reason && { reason }), ...(release && { release }) })
  const asksName = !oneByOne || !isNamed
  const asksValue = !oneByOne || isNamed

  return (
    <StepCard title={moveTitles[scanned.event]} scanned={scanned}>
      <Form form={form} onSubmit={send}>
        {asksName ? (
          <>
            <CompareNotices check={check} />
            <NameField form={form} names={check.names} />
          </>
        ) : (
          <ChosenName name={form.getValues('name')} />
        )}
        {asksValue && <ValueFields form={form} check={check} />}
        <FormActions onCancel={onCancel}>
          {/* With keys, because one element that becomes a submit button while it is pressed sends the form. */}
          {asksValue ? (
            <Button key="confirm" type="submit" busy={isPending}>
              Confirm
            </Button>
          ) : (
            <Button key="continue" onClick={async () => setNamed(await form.trigger('name'))}>
              Continue
            </Button>
          )}
        </FormActions>
      </Form>
    </StepCard>
  )
}

/** Stands above the next question. It gets the focus and moves to the top of the screen, so that the question is in sight. */
function ChosenName({ name }: { name: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => focusHeading(place.current), [])
  return (
    <div ref={place}>
      <h3 className={styles.person}>{name}</h3>
    </div>
  )
}

type AnswerForm = FieldsForm<z.input<typeof Answer>, z.output<typeof Answer>>

/** A date or number, and the reason if the urn is too large. */
const ValueFields = ({ form, check }: { form: AnswerForm; check: Check }) => (
  <>
    <IdentifierFields form={form} identifiers={check.identifiers} />
    {check.tooLarge && !check.first?.reason && (
      <TextArea
        label="Why place it here anyway?"
        rows={3}
        maxLength={500}
        help="Kept in the history of the urn."
        {...form.field('reason')}
      />
    )}
  </>
)
