import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Choices } from '#contract/registers/choices.ts'
import { type Draft, draftApi } from '#contract/registers/draft-api.ts'
import { refresh, setCachedReply, useApi, useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { FormActions } from '#web/ui/form/Form.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { type RegisterImport, useRegisterImport } from '../use-register-import.ts'
import { ColumnStep } from './ColumnStep.tsx'
import { FileStep } from './FileStep.tsx'
import { ImportOutcome, ImportStep } from './ImportStep.tsx'
import { SheetStep } from './SheetStep.tsx'
import { TotalStep } from './TotalStep.tsx'
import { ValueStep } from './ValueStep.tsx'
import { WallStep } from './WallStep.tsx'

const steps = {
  file: { label: 'File', Screen: undefined },
  sheets: { label: 'Sheets', Screen: SheetStep },
  columns: { label: 'Columns', Screen: ColumnStep },
  values: { label: 'Values', Screen: ValueStep },
  walls: { label: 'Walls', Screen: WallStep },
  totals: { label: 'Totals', Screen: TotalStep },
  import: { label: 'Import', Screen: ImportStep },
}
type Step = keyof typeof steps
const allSteps = Object.keys(steps) as Step[]
/** An exported register says itself what its columns and values are. */
const ofRegister: readonly Step[] = ['file', 'totals', 'import']

/**
 * The way from a file of any kind to an import, one screen for each question. The draft is kept, so that one can go on another day.
 * What else the page has is only beside the first step.
 */
export function ImportSteps({ children }: { children: ReactNode }) {
  const query = useApi(draftApi.find, {}, { what: 'the draft' })
  const [params] = useSearchParams()
  const draft = query.data?.draft
  const shown = draft?.isRegister ? ofRegister : allSteps
  const wanted = allSteps.find((step) => step === params.get('step')) ?? 'file'
  const step = draft && shown.includes(wanted) ? wanted : 'file'
  /** Here, because an imported draft is gone and what came of it stays. */
  const run = useRegisterImport()
  return (
    <>
      <Card title="Import">
        <QueryResult query={query} loading="Loading your draft..." failure="Failed to load your draft">
          {({ draft }) => (
            <>
              <ImportOutcome run={run} draft={draft} />
              <StepsOf draft={draft} run={run} step={step} shown={shown} />
            </>
          )}
        </QueryResult>
      </Card>
      {step === 'file' && children}
    </>
  )
}

interface StepsProps {
  draft: Draft | null
  run: RegisterImport
  step: Step
  /** The steps that this file needs. */
  shown: readonly Step[]
}

function StepsOf({ draft, run, step, shown }: StepsProps) {
  const [, setParams] = useSearchParams()
  const [said, setSaid] = useState<{ draftID: string; choices: Choices; step: Step }>()
  /** Another file has other columns. */
  const changed = said?.draftID === draft?.draftID ? said?.choices : undefined
  const save = useApiMutation(draftApi.choose, {
    onSuccess: (saved) => {
      setSaid(undefined)
      run.forget()
      setCachedReply(draftApi.find, {}, () => ({ draft: saved }))
    },
    failed: ({ message }) => message,
    onError: ({ status }) => {
      setSaid(status === 409 || !said ? undefined : { ...said, step })
      if (status === 409) void refresh(draftApi.find)
    },
  })
  const top = useNewStepFocus(step, run.state.is !== 'imported')
  const show = (next: Step) => setParams({ step: next })
  const at = shown.indexOf(step)
  const before = shown[at - 1]
  const next = shown[at + 1]
  /** What was said is stored before the next step, which is worked out from it. */
  const store = (then?: () => void, choices = changed) => {
    if (!draft || !choices) return then?.()
    const { draftID, version } = draft
    save.mutate({ body: { draftID, version, choices } }, { onSuccess: () => then?.() })
  }
  const go = (to: Step) => store(() => show(to))
  /** Back and Forward of the browser leave a step, too. */
  const isLeft = changed !== undefined && said?.step !== step
  const onLeft = useEffectEvent(() => store())
  useEffect(() => {
    if (isLeft) onLeft()
  }, [isLeft])
  const uploaded = ({ isRegister }: Draft) => {
    run.forget()
    show(isRegister ? 'totals' : 'sheets')
  }
  const { label, Screen } = steps[step]
  const choices = changed ?? draft?.choices
  const say = (choices: Choices) => draft && setSaid({ draftID: draft.draftID, choices, step })
  const props = draft &&
    choices && {
      draft,
      choices,
      onChange: (part: Partial<Choices>) => say({ ...choices, ...part }),
      onSave: (part: Partial<Choices>) => {
        const all = { ...choices, ...part }
        say(all)
        run.forget()
        store(undefined, all)
      },
    }
  return (
    <div ref={top} className={common.stack4}>
      <h3>
        Step {at + 1} of {shown.length}: {label}
      </h3>
      {props && Screen ? <Screen {...props} run={run} /> : <FileStep draft={draft} onUploaded={uploaded} />}
      {draft && (
        <FormActions>
          {next && (
            <Button busy={save.isPending} onClick={() => go(next)}>
              Next: {steps[next].label}
            </Button>
          )}
          {before && (
            <Button
              variant="secondary"
              disabled={save.isPending || run.state.is === 'running'}
              onClick={() => go(before)}
            >
              Back
            </Button>
          )}
        </FormActions>
      )}
    </div>
  )
}

/** A new step focuses its heading. The first one does not, and neither does the one after an import, whose outcome has the focus. */
function useNewStepFocus(step: Step, mayFocus: boolean) {
  const top = useRef<HTMLDivElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    if (mayFocus) focusHeading(top.current, 'nearest')
  }, [step, mayFocus])
  return top
}
