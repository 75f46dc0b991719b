import { urnApi } from '#contract/urns/api.ts'
import { type Check, CheckForm } from '#contract/urns/confirmation.ts'
import { twoPersonEvents } from '#contract/urns/moves.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import { moveExplanations, moveTitles } from './move-words.ts'
import type { Scanned } from './scanned.ts'
import { useRequestID } from './use-request-id.ts'

const ScanForm = CheckForm.omit({ requestID: true })

interface ScanStepProps {
  known: Partial<Scanned>
  onChecked: (scanned: Scanned, check: Check) => void
  onRefused: (sentence: string) => void
}

/** What the person sees at the niche and on the urn. A hand scanner types into the field that has the focus. */
export function ScanStep({ known, onChecked, onRefused }: ScanStepProps) {
  const { requestID, renew, renewIfAnswered } = useRequestID()
  const form = useZodForm(ScanForm, { tag: '', nicheCode: '', ...known })
  const check = useApiMutation(urnApi.check, {
    onError: renewIfAnswered,
    onConflict: (sentence) => sentence && onRefused(sentence),
  })

  const send = async (scanned: Scanned) => {
    onChecked(scanned, await check.mutateAsync({ body: { requestID, ...scanned } }))
    renew()
  }
  return (
    <Card title="Urn and niche">
      <Form form={form} onSubmit={send}>
        <ChoiceField
          legend="What are you about to do?"
          choices={twoPersonEvents.map((value) => ({
            value,
            label: moveTitles[value],
            words: moveExplanations[value],
          }))}
          {...form.field('event')}
        />
        <TextField
          label="Niche code"
          help="Scan or type it from the niche. To release an urn, from the papers of the family."
          autoComplete="off"
          autoCapitalize="characters"
          {...form.field('nicheCode')}
        />
        <TextField
          label="Tag of the urn"
          help="Scan or type it from the label on the urn."
          autoComplete="off"
          autoCapitalize="characters"
          {...form.field('tag')}
        />
        <FormActions error={form.formState.errors.root?.message}>
          <Button type="submit" busy={check.isPending}>
            Continue
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}
