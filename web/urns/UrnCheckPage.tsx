import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Check, type Confirmed, needsIdentity, type ReleaseDetails } from '#contract/urns/confirmation.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Page } from '#web/ui/Page.tsx'
import { CollectorStep } from './CollectorStep.tsx'
import { CompareStep } from './CompareStep.tsx'
import { EmptyNicheStep } from './EmptyNicheStep.tsx'
import { Outcome } from './Outcome.tsx'
import { ScanStep } from './ScanStep.tsx'
import { type Scanned, scannedIn } from './scanned.ts'
import { WaitingMoves } from './WaitingMoves.tsx'

type Step =
  | { name: 'scan'; refusal?: string }
  | { name: 'collector'; scanned: Scanned; check: Check }
  | { name: 'compare'; scanned: Scanned; check: Check; release?: ReleaseDetails }
  | { name: 'outcome'; scanned: Scanned; isDone: boolean }

/** At the wall, on a phone: both people do the same here, each on their own device. */
export function UrnCheckPage() {
  const [search] = useSearchParams()
  const isWitness = useSignedIn().role === 'witness'
  const [step, setStep] = useState<Step>({ name: 'scan' })
  /** Kept when a step is refused. */
  const [scanned, setScanned] = useState(() => scannedIn(search))
  const scanAgain = (refusal?: string) => setStep({ name: 'scan', ...(refusal && { refusal }) })

  const checked = (scanned: Scanned, check: Check) => {
    setScanned(scanned)
    if (check.first?.isMine) return setStep({ name: 'outcome', scanned, isDone: false })
    if (scanned.event === 'release' && !check.first) return setStep({ name: 'collector', scanned, check })
    setStep({ name: 'compare', scanned, check })
  }
  const confirmation = ({ scanned, check }: { scanned: Scanned; check: Check }) => ({
    ...{ scanned, check, onRefused: scanAgain },
    onConfirmed: ({ state }: Confirmed) => setStep({ name: 'outcome', scanned, isDone: state === 'done' }),
  })
  const next = ({ event }: Scanned) => {
    setScanned({ event })
    scanAgain()
  }

  return (
    <Page title="Confirm a move" narrow intro="Two members of staff confirm each move, each on their own device.">
      {step.name === 'scan' && isWitness && <WaitingMoves />}
      {step.name === 'scan' && <ScanStep known={scanned} refusal={step.refusal} onChecked={checked} />}
      {step.name === 'collector' && (
        <CollectorStep
          scanned={step.scanned}
          onDone={(release) => setStep({ ...step, name: 'compare', release })}
          onCancel={() => scanAgain()}
        />
      )}
      {step.name === 'compare' &&
        (needsIdentity(step.scanned.event) ? (
          <CompareStep {...confirmation(step)} release={step.release} onCancel={() => scanAgain()} />
        ) : (
          <EmptyNicheStep {...confirmation(step)} onCancel={() => scanAgain()} />
        ))}
      {step.name === 'outcome' && (
        <Outcome scanned={step.scanned} isDone={step.isDone} onNext={() => next(step.scanned)} />
      )}
    </Page>
  )
}
