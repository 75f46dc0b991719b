import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { pathTo } from '#contract/pages.ts'
import { twoPersonEvents } from '#contract/urns/moves.ts'
import { isUrnTag, readTag } from '#contract/urns/tag.ts'
import { ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeScanner } from '#web/ui/camera/CodeScanner.tsx'
import common from '#web/ui/common.module.css'
import { ErrorAlert } from '#web/ui/ErrorAlert.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { codeInput, TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { vibrate } from '#web/ui/vibrate.ts'
import { attemptIn, type CheckProps, type Scanned, useCheck, type WithMatter } from './confirm-move.ts'
import { moveExplanations, moveTitles } from './move-words.ts'
import { StepCard } from './StepCard.tsx'
import styles from './Urns.module.css'

interface GuidedScanProps extends CheckProps, WithMatter {
  known: Partial<Scanned>
  /** Goes back to the form with both fields. */
  onLeave: () => void
}

const questions = {
  tag: {
    title: 'Scan the label of the urn',
    label: 'Tag of the urn',
    empty: 'Please enter or scan the tag of the urn.',
  },
  nicheCode: {
    title: 'Scan or type the niche',
    label: 'Niche code',
    empty: 'Please enter or scan the code of the niche.',
  },
} as const
type Question = keyof typeof questions

/** Keeps what a link or an earlier try has filled in, but always asks for the niche again. */
const startOf = ({ event, tag }: Partial<Scanned>): Partial<Scanned> => ({
  ...(event && { event }),
  ...(tag && { tag }),
})

/**
 * One question on each screen, answered by the camera or by typing. If the house has codes on its niches, they can be
 * scanned too.
 */
export function GuidedScan({ known, onLeave, matterOf, ...props }: GuidedScanProps) {
  const navigate = useNavigate()
  const [answers, setAnswers] = useState(startOf(known))
  const [refusal, setRefusal] = useState('')
  const { check, isPending } = useCheck(props)
  const { event, tag } = answers
  const question: Question = tag ? 'nicheCode' : 'tag'

  const send = (scanned: Scanned) =>
    check(scanned).catch((error: unknown) => {
      const { tag = '', nicheCode = '' } = error instanceof ApiError ? error.errors : {}
      if (tag) setAnswers({ event: scanned.event })
      setRefusal(tag || nicheCode || toErrorMessage(error))
    })

  /** Called repeatedly while the code is in view. */
  const accept = (text: string) => {
    const attempt = attemptIn(text)
    if (attempt) return void navigate(pathTo('urnCheck', { attempt }))
    const read = readTag(text)
    if (isPending || !event) return
    if (!tag) {
      if (!isUrnTag(read)) return setRefusal('This is not the tag of an urn. Please check each character.')
      vibrate('read')
      setRefusal('')
      return setAnswers({ event, tag: read })
    }
    if (read === tag) return
    vibrate('read')
    setRefusal('')
    void send({ event, tag, nicheCode: text.trim().toUpperCase().slice(0, 100) })
  }

  if (!event)
    return (
      <StepCard title="What are you about to do?">
        <div className={`${common.stack3} ${styles.choices}`}>
          {twoPersonEvents.map((each) => (
            <Button key={each} variant="secondary" onClick={() => setAnswers({ ...answers, event: each })}>
              <span>
                <strong>{moveTitles[each]}</strong>
                <span>{moveExplanations[each]}</span>
              </span>
            </Button>
          ))}
        </div>
        <Leave onLeave={onLeave} />
      </StepCard>
    )
  return (
    <StepCard title={questions[question].title} step={question}>
      {tag && <p className={styles.read}>{tag}</p>}
      {tag && matterOf(tag)}
      <CodeScanner label={questions[question].title} onRead={accept} />
      <ErrorAlert>{refusal}</ErrorAlert>
      <TypedCode key={question} question={question} isBusy={isPending} onTyped={accept} />
      <Leave onLeave={onLeave} />
    </StepCard>
  )
}

interface TypedCodeProps {
  question: Question
  isBusy: boolean
  onTyped: (code: string) => void
}

function TypedCode({ question, isBusy, onTyped }: TypedCodeProps) {
  const { label, empty } = questions[question]
  const form = useZodForm(z.object({ code: z.string().trim().min(1, empty).max(300, 'At most 300 characters') }), {
    code: '',
  })
  return (
    <Form form={form} onSubmit={({ code }) => onTyped(code)}>
      <div className={`${common.stack5} ${styles.codes}`}>
        <TextField label={label} help="Without hyphens, too." {...codeInput} {...form.field('code')} />
      </div>
      <FormActions submit="Continue" busy={isBusy} />
    </Form>
  )
}

const Leave = ({ onLeave }: { onLeave: () => void }) => (
  <div>
    <Button variant="quiet" onClick={onLeave}>
      Without the camera
    </Button>
  </div>
)
