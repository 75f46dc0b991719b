import { type KeyboardEvent, useEffect } from 'react'
import { urnApi } from '#contract/urns/api.ts'
import { type Check, CheckForm } from '#contract/urns/confirmation.ts'
import { twoPersonEvents } from '#contract/urns/moves.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import { moveExplanations, moveTitles } from './move-words.ts'
import { StepCard } from './StepCard.tsx'
import type { Scanned } from './scanned.ts'
import styles from './Urns.module.css'
import { useRequestID } from './use-request-id.ts'

const ScanForm = CheckForm.omit({ requestID: true })

interface ScanStepProps {
  known: Partial<Scanned>
  /** Why the last confirmation was refused. */
  refusal: string | undefined
  onChecked: (scanned: Scanned, check: Check) => void
}

/** What the person sees at the niche and on the urn. A hand scanner types into the field that has the focus, and presses Enter. */
export function ScanStep({ known, refusal, onChecked }: ScanStepProps) {
  const { withRequestID, renew, renewIfAnswered } = useRequestID()
  const form = useZodForm(ScanForm, { tag: '', nicheCode: '', ...known })
  const check = useApiMutation(urnApi.check, { onError: renewIfAnswered })
  const { setFocus } = form
  useEffect(() => {
    if (!refusal) setFocus('nicheCode')
  }, [refusal, setFocus])

  const send = async (scanned: Scanned) => {
    onChecked(scanned, await check.mutateAsync({ body: withRequestID(scanned) }))
    renew()
  }
  const goToTag = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || form.getValues('tag')) return
    event.preventDefault()
    setFocus('tag')
  }
  const code = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false }
  return (
    <StepCard title="Urn and niche">
      {refusal && check.isIdle && (
        <div role="alert">
          <Callout tone="bad">{refusal}</Callout>
        </div>
      )}
      <Form form={form} onSubmit={send}>
        <div className={styles.codes}>
          <TextField
            label="Niche code"
            help="Scan or type it from the niche. To release an urn, from the papers of the family."
            {...code}
            onKeyDown={goToTag}
            {...form.field('nicheCode')}
          />
          <TextField
            label="Tag of the urn"
            help="Scan or type it from the label on the urn."
            {...code}
            {...form.field('tag')}
          />
        </div>
        <ChoiceField
          legend="What are you about to do?"
          choices={twoPersonEvents.map((value) => ({
            value,
            label: moveTitles[value],
            words: moveExplanations[value],
          }))}
          {...form.field('event')}
        />
        <FormActions>
          <Button type="submit" busy={check.isPending}>
            Continue
          </Button>
        </FormActions>
      </Form>
    </StepCard>
  )
}
