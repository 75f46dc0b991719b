import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Check, ReleaseDetails } from '#contract/urns/confirmation.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { useStepFocus } from '#web/ui/focus-heading.ts'
import { Page } from '#web/ui/Page.tsx'
import { CollectorStep } from './CollectorStep.tsx'
import { CompareStep } from './CompareStep.tsx'
import { Outcome } from './Outcome.tsx'
import { ScanStep } from './ScanStep.tsx'
import { type Scanned, scannedIn } from './scanned.ts'

type Step =
  | { name: 'scan'; refusal?: string }
  | { name: 'collector' | 'compare'; scanned: Scanned; check: Check; release?: ReleaseDetails }
  | { name: 'outcome'; scanned: Scanned; isDone: boolean }

/** At the wall, on a phone: both people do the same here, each on their own device. */
export function UrnCheckPage() {
  const [search] = useSearchParams()
  const [step, setStep] = useState<Step>({ name: 'scan' })
  /** Kept when a step is refused. */
  const [scanned, setScanned] = useState(() => scannedIn(search))
  const top = useStepFocus(step.name)
  const refuse = (refusal: string) => setStep({ name: 'scan', refusal })

  const checked = (scanned: Scanned, check: Check) => {
    setScanned(scanned)
    if (check.first?.isMine) return setStep({ name: 'outcome', scanned, isDone: false })
    const asksCollector = scanned.event === 'release' && !check.first
    setStep({ name: asksCollector ? 'collector' : 'compare', scanned, check })
  }

  return (
    <Page title="Confirm a move" narrow intro="Two members of staff confirm each move, each on their own device.">
      <div ref={top}>
        {step.name === 'scan' && (
          <>
            <div role="alert">{step.refusal && <Callout tone="bad">{step.refusal}</Callout>}</div>
            <ScanStep known={scanned} onChecked={checked} onRefused={refuse} />
          </>
        )}
        {step.name === 'collector' && (
          <CollectorStep onDone={(release) => setStep({ ...step, name: 'compare', release })} />
        )}
        {step.name === 'compare' && (
          <CompareStep
            scanned={step.scanned}
            check={step.check}
            release={step.release}
            onConfirmed={({ state }) => setStep({ name: 'outcome', scanned: step.scanned, isDone: state === 'done' })}
            onRefused={refuse}
          />
        )}
        {step.name === 'outcome' && (
          <Outcome
            scanned={step.scanned}
            isDone={step.isDone}
            onNext={() => {
              setScanned({})
              setStep({ name: 'scan' })
            }}
          />
        )}
      </div>
    </Page>
  )
}
