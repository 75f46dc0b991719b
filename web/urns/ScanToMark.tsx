import { z } from 'zod'
import { asListed, type Mark } from '#contract/urns/stock-take.ts'
import type { CountedNiche } from '#contract/urns/stock-take-api.ts'
import { urnTag } from '#contract/urns/tag.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

const Scan = z.object({ scanned: urnTag })

interface ScanToMarkProps {
  niches: readonly CountedNiche[]
  onMark: (niche: CountedNiche, mark: Mark) => void
}

/** A hand scanner types a tag and presses Enter: the urn is marked as present. */
export function ScanToMark({ niches, onMark }: ScanToMarkProps) {
  const form = useZodForm(Scan, { scanned: '' })
  const mark = ({ scanned }: z.output<typeof Scan>) => {
    const niche = niches.find(({ tag }) => tag === scanned)
    if (!niche)
      return form.setError('scanned', { message: 'This urn should not be in this block. Please record it below.' })
    onMark(niche, asListed(niche))
    form.reset()
    return form.setFocus('scanned')
  }
  return (
    <Form form={form} onSubmit={mark} label="Mark by scanning">
      <TextField
        label="Scan a tag to mark it present"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field('scanned')}
      />
      <FormActions>
        <Button type="submit" variant="secondary">
          Mark as present
        </Button>
      </FormActions>
    </Form>
  )
}
