import { Camera } from 'lucide-react'
import { type KeyboardEvent, useEffect } from 'react'
import { CheckForm } from '#contract/urns/confirmation.ts'
import { twoPersonEvents } from '#contract/urns/moves.ts'
import { isUrnTag, readTag } from '#contract/urns/tag.ts'
import { useIsShown } from '#web/ui/AllAtOnce.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { codeInput, TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import type { Scanned } from './confirm-move.ts'
import { type CheckProps, useCheck, type WithMatter } from './confirm-move.ts'
import { moveExplanations, moveTitles } from './move-words.ts'
import { StepCard } from './StepCard.tsx'
import styles from './Urns.module.css'

const ScanForm = CheckForm.omit({ requestID: true })

interface ScanStepProps extends CheckProps, WithMatter {
  known: Partial<Scanned>
  /** Why the last confirmation was refused. */
  refusal: string | undefined
  /** Undefined where there is no camera. */
  onUseCamera: (() => void) | undefined
}

/** Asks for the codes on the niche and the urn. A hand scanner types into the focused field and presses Enter. */
export function ScanStep({ known, refusal, onUseCamera, matterOf, ...props }: ScanStepProps) {
  const form = useZodForm(ScanForm, { tag: '', nicheCode: '', ...known })
  const { check, isIdle } = useCheck(props)
  const { setFocus } = form
  const isShown = useIsShown()
  useEffect(() => {
    if (isShown && !refusal) setFocus('nicheCode')
  }, [isShown, refusal, setFocus])

  const goToTag = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || form.getValues('tag')) return
    event.preventDefault()
    setFocus('tag')
  }
  const tag = readTag(form.watch('tag'))
  return (
    <StepCard title="Urn and niche">
      {isUrnTag(tag) && matterOf(tag)}
      {refusal && isIdle && (
        <div role="alert">
          <Callout tone="bad">{refusal}</Callout>
        </div>
      )}
      {onUseCamera && (
        <div className={styles.camera}>
          <Button variant="secondary" onClick={onUseCamera}>
            <Camera size={22} strokeWidth={1.6} aria-hidden="true" /> Scan with the camera, one step at a time
          </Button>
        </div>
      )}
      <Form form={form} onSubmit={check}>
        <div className={`${common.stack5} ${styles.codes}`}>
          <TextField
            label="Niche code"
            help="Scan or type it from the niche. To release an urn, from the papers of the family."
            {...codeInput}
            onKeyDown={goToTag}
            {...form.field('nicheCode')}
          />
          <TextField
            label="Tag of the urn"
            help="Scan or type it from the label on the urn."
            {...codeInput}
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
        <FormActions submit="Continue" />
      </Form>
    </StepCard>
  )
}
