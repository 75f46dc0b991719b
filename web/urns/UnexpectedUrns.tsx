import { z } from 'zod'
import { toBareCode } from '#contract/niches/niche.ts'
import { nicheCode } from '#contract/urns/confirmation.ts'
import { describeMark, type Mark, seenTag, spotOf } from '#contract/urns/stock-take.ts'
import type { CountedNiche } from '#contract/urns/stock-take-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { codeInput, TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import rows from '#web/ui/rows.module.css'
import styles from './Checklist.module.css'

const UnexpectedForm = z.object({ nicheCode, tag: seenTag })

interface UnexpectedUrnsProps {
  niches: readonly CountedNiche[]
  onMark: (niche: CountedNiche, mark: Mark) => void
}

/** Records urns in niches that should be empty or should hold another urn. */
export function UnexpectedUrns({ niches, onMark }: UnexpectedUrnsProps) {
  const form = useZodForm(UnexpectedForm, { nicheCode: '', tag: '' })
  const found = niches.filter(({ mark }) => mark?.finding === 'unexpected')
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
      {found.length > 0 && (
        <ul className={styles.unexpected}>
          {found.map((niche) => (
            <li key={spotOf(niche)} className={rows.row}>
              <span>
                {niche.nicheCode}: {describeMark(niche.mark)}
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
