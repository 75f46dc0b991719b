import { useCallback, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { type Check, type Confirmed, needsIdentity, type ReleaseDetails } from '#contract/urns/confirmation.ts'
import { OpenMatterNotice } from '#web/bookings/OpenMatter.tsx'
import { WaitingRequests } from '#web/second-person/WaitingRequests.tsx'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { hasCamera } from '#web/ui/camera/use-camera.ts'
import { Page } from '#web/ui/Page.tsx'
import { CollectorStep } from './CollectorStep.tsx'
import { CompareStep, LookStep } from './CompareStep.tsx'
import { type Scanned, scannedIn } from './confirm-move.ts'
import { GuidedScan } from './GuidedScan.tsx'
import { InvitedStep } from './InvitedStep.tsx'
import { Outcome } from './Outcome.tsx'
import { ScanStep } from './ScanStep.tsx'
import { StopScreen } from './StopScreen.tsx'
import { UnseenStep } from './UnseenStep.tsx'
import { WaitingMoves } from './WaitingMoves.tsx'

type Step =
  | { name: 'invited'; attemptID: string }
  | { name: 'scan'; refusal?: string }
  | { name: 'collector'; scanned: Scanned; check: Check }
  | { name: 'compare'; scanned: Scanned; check: Check; release?: ReleaseDetails }
  | { name: 'outcome'; scanned: Scanned; person?: string; attemptID?: string | undefined }
  | { name: 'stopped'; sentence: string }
  | { name: 'unseen'; scanned: Scanned; sentence: string }

/** Used at the wall, on a phone: both people do the same here, each on their own device. */
export function UrnCheckPage() {
  const [search] = useSearchParams()
  return (
    <Page title="Confirm a move" narrow intro="Two members of staff confirm each move, each on their own device.">
      <Confirmation key={search.toString()} search={search} />
    </Page>
  )
}

function Confirmation({ search }: { search: URLSearchParams }) {
  const navigate = useNavigate()
  const attemptID = search.get('attempt')
  const [step, setStep] = useState<Step>(attemptID ? { name: 'invited', attemptID } : { name: 'scan' })
  /** The codes are kept when a step is refused, so that nobody has to scan again. */
  const [scanned, setScanned] = useState(() => scannedIn(search))
  const [isGuided, setGuided] = useState(false)
  const scanAgain = (refusal?: string) => setStep({ name: 'scan', ...(refusal && { refusal }) })
  const stop = useCallback((sentence: string) => setStep({ name: 'stopped', sentence }), [])

  const checked = (scanned: Scanned, check: Check) => {
    setScanned(scanned)
    const { first } = check
    if (first?.isMine) return setStep({ name: 'outcome', scanned, attemptID: first.attemptID })
    if (scanned.event === 'release' && !first) return setStep({ name: 'collector', scanned, check })
    setStep({ name: 'compare', scanned, check })
  }
  const checking = {
    onChecked: checked,
    onStopped: stop,
    onUnseen: (scanned: Scanned, sentence: string) => setStep({ name: 'unseen', scanned, sentence }),
  }
  const confirmation = ({ scanned, check }: { scanned: Scanned; check: Check }) => ({
    scanned,
    check,
    onRefused: scanAgain,
    onStopped: stop,
    onCancel: () => scanAgain(),
    onConfirmed: (confirmed: Confirmed, person: string) =>
      setStep({
        name: 'outcome',
        scanned,
        person,
        ...(confirmed.state === 'waiting' && { attemptID: confirmed.attemptID }),
      }),
  })
  const startOver = (event = scanned.event) => {
    if (attemptID) return void navigate(pathTo('urnCheck', event && { event }))
    setScanned(event ? { event } : {})
    scanAgain()
  }

  const matterOf = (tag: string) => <OpenMatterNotice tag={tag} />

  return (
    <>
      {(step.name === 'collector' || step.name === 'compare') && matterOf(step.scanned.tag)}
      {step.name === 'invited' && (
        <InvitedStep attemptID={step.attemptID} matterOf={matterOf} {...checking} onOther={startOver} />
      )}
      {step.name === 'scan' &&
        (isGuided ? (
          <GuidedScan known={scanned} matterOf={matterOf} {...checking} onLeave={() => setGuided(false)} />
        ) : (
          <AllAtOnce loading="Loading the moves...">
            <WaitingRequests acts={['liftSuspension']} />
            <WaitingMoves />
            <ScanStep
              known={scanned}
              matterOf={matterOf}
              refusal={step.refusal}
              onUseCamera={hasCamera() ? () => setGuided(true) : undefined}
              {...checking}
            />
          </AllAtOnce>
        ))}
      {step.name === 'collector' && (
        <CollectorStep
          scanned={step.scanned}
          check={step.check}
          onDone={(release) => setStep({ ...step, name: 'compare', release })}
          onCancel={() => scanAgain()}
        />
      )}
      {step.name === 'compare' &&
        (needsIdentity(step.scanned.event) ? (
          <CompareStep {...confirmation(step)} release={step.release} oneByOne={isGuided || attemptID !== null} />
        ) : (
          <LookStep {...confirmation(step)} />
        ))}
      {step.name === 'outcome' && (
        <Outcome
          scanned={step.scanned}
          {...(step.person && { name: step.person })}
          attemptID={step.attemptID}
          onStopped={stop}
          onNext={() => startOver()}
        />
      )}
      {step.name === 'unseen' && (
        <UnseenStep scanned={step.scanned} sentence={step.sentence} {...checking} onCancel={() => scanAgain()} />
      )}
      {step.name === 'stopped' && <StopScreen sentence={step.sentence} onClose={() => startOver()} />}
    </>
  )
}
