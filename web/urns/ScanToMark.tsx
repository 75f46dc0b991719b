import { useState } from 'react'
import { z } from 'zod'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { asListed, type Mark } from '#contract/urns/stock-take.ts'
import type { CountedNiche } from '#contract/urns/stock-take-api.ts'
import { isUrnTag, readTag, urnTag } from '#contract/urns/tag.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeScanner } from '#web/ui/camera/CodeScanner.tsx'
import { hasCamera } from '#web/ui/camera/use-camera.ts'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { codeInput, TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { vibrate } from '#web/ui/vibrate.ts'

const Scan = z.object({ scanned: urnTag })

interface ScanToMarkProps {
  niches: readonly CountedNiche[]
  onMark: (niche: CountedNiche, mark: Mark) => void
}

/** A hand scanner types a tag and presses Enter: the urn is marked as present. */
export function ScanToMark({ niches, onMark }: ScanToMarkProps) {
  const form = useZodForm(Scan, { scanned: '' })
  const [isFilming, setFilming] = useState(false)
  const [last, setLast] = useState('')
  const fail = (message: string) => form.setError('scanned', { message })
  const markPresent = (tag: string) => {
    const niche = niches.find((each) => each.tag === tag)
    if (!niche) return fail('This urn should not be in this block. Please record it below.')
    onMark(niche, asListed(niche))
    form.reset()
    vibrate('read')
    return setLast(`${niche.nicheCode}: ${orNotRecorded(niche.beneficiaryName)} is present.`)
  }
  const mark = ({ scanned }: z.output<typeof Scan>) => {
    markPresent(scanned)
    form.setFocus('scanned')
  }
  const read = (text: string) => {
    const tag = readTag(text)
    return isUrnTag(tag) ? markPresent(tag) : fail('This is not the tag of an urn.')
  }
  return (
    <Form form={form} onSubmit={mark} label="Mark by scanning">
      {isFilming && <CodeScanner label="Labels of the urns" onRead={read} />}
      <p role="status">{last}</p>
      <TextField label="Scan a tag to mark it present" {...codeInput} {...form.field('scanned')} />
      <FormActions submit="Mark as present" variant="secondary">
        {hasCamera() && (
          <Button variant="quiet" onClick={() => setFilming(!isFilming)}>
            {isFilming ? 'Stop the camera' : 'Scan with the camera'}
          </Button>
        )}
      </FormActions>
    </Form>
  )
}
