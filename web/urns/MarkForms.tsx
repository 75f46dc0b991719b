import { useState } from 'react'
import { z } from 'zod'
import { toBareCode } from '#contract/niches/niche.ts'
import { urnName } from '#contract/registers/partial-date.ts'
import { nicheCode } from '#contract/urns/confirmation.ts'
import { asListed, describeMark, type Mark, seenTag, spotOf } from '#contract/urns/stock-take.ts'
import type { StockTakeNiche } from '#contract/urns/stock-take-api.ts'
import { isUrnTag, readTag, urnTag } from '#contract/urns/tag.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Code } from '#web/ui/Code.tsx'
import { CodeScanner } from '#web/ui/camera/CodeScanner.tsx'
import { hasCamera } from '#web/ui/camera/use-camera.ts'
import common from '#web/ui/common.module.css'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { codeInput, TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { vibrate } from '#web/ui/vibrate.ts'

const Scan = z.object({ scanned: urnTag })

export interface MarkProps {
  niches: readonly StockTakeNiche[]
  onMark: (niche: StockTakeNiche, mark: Mark) => void
}

/** A hand scanner types a tag and presses Enter: the urn is marked as present. */
export function ScanToMark({ niches, onMark }: MarkProps) {
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
    return setLast(`${niche.nicheCode}: ${urnName(niche.beneficiaryName)} is present.`)
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

const UnexpectedForm = z.object({ nicheCode, tag: seenTag })

/** Records urns in niches that should be empty or should hold another urn. */
export function UnexpectedUrns({ niches, onMark }: MarkProps) {
  const form = useZodForm(UnexpectedForm, { nicheCode: '', tag: '' })
  const unexpected = niches.filter(({ mark }) => mark?.finding === 'unexpected')
  const add = ({ nicheCode, tag }: z.output<typeof UnexpectedForm>) => {
    const listed = niches.filter((each) => toBareCode(each.nicheCode) === toBareCode(nicheCode))
    const expected = listed.find((each) => tag !== '' && each.tag === tag)
    const niche = expected ?? listed.find((each) => each.tag === null) ?? listed[0]
    if (!niche) return form.setError('nicheCode', { message: 'This block has no niche with this code.' })
    onMark(niche, { finding: expected ? 'present' : 'unexpected', tag })
    return form.reset()
  }
  return (
    <Card title="Unexpected urns">
      <p>An urn in a niche that should be empty, or another urn than the one above.</p>
      {unexpected.length > 0 && (
        <ul className={common.stack3}>
          {unexpected.map((niche) => (
            <li key={spotOf(niche)} className={common.spread}>
              <span>
                <Code>{niche.nicheCode}</Code>: {describeMark(niche.mark)}
              </span>
              <Button
                small
                variant="secondary"
                aria-label={`Take back ${niche.nicheCode}`}
                onClick={() => onMark(niche, { finding: 'missing', tag: '' })}
              >
                Take back
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Form form={form} onSubmit={add}>
        <TextField label="Niche code" {...codeInput} {...form.field('nicheCode')} />
        <TextField
          label="Tag of the urn"
          help="Leave it empty if the tag is missing or cannot be read."
          {...codeInput}
          {...form.field('tag')}
        />
        <FormActions submit="Record this urn" variant="secondary" />
      </Form>
    </Card>
  )
}
