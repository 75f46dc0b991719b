import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { pathTo } from '#contract/pages.ts'
import { type AttemptProgress, urnApi } from '#contract/urns/api.ts'
import { useApi, useUpToDate } from '#web/api/use-api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import common from '#web/ui/common.module.css'
import { QrCode } from '#web/ui/QrCode.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { vibrate } from '#web/ui/vibrate.ts'
import type { Scanned } from './confirm-move.ts'
import { moveButtons, moveTitles } from './move-words.ts'
import { StepCard } from './StepCard.tsx'
import styles from './Urns.module.css'

interface OutcomeProps {
  scanned: Scanned
  /** The person whose urn it is, once this person has confirmed it. */
  name?: string
  /** The move to wait for. Undefined if this person has just completed it as the second. */
  attemptID?: string | undefined
  onStopped: (sentence: string) => void
  onNext: () => void
}

/** Polls besides listening to the event stream, which a phone may lose. */
const everyMs = 3000

/** The first person waits here for the second; both end on the same green screen. */
export function Outcome({ scanned, name = '', attemptID, onStopped, onNext }: OutcomeProps) {
  const { tag, event } = scanned
  const { role } = useSignedIn()
  const attempt = useUpToDate(
    useApi(
      urnApi.attempt,
      { params: { attemptID: attemptID ?? '' } },
      { refetchInterval: everyMs, staleTime: 0, enabled: attemptID !== undefined },
    ),
  )
  const stopped = attempt.data?.stopped
  useEffect(() => {
    if (stopped) onStopped(stopped)
  }, [stopped, onStopped])
  return (
    <StepCard title={moveTitles[event]} scanned={scanned}>
      {name && <p className={styles.person}>{name}</p>}
      <div aria-live="polite">
        {attemptID === undefined ? (
          <Recorded />
        ) : (
          <QueryResult
            query={attempt}
            loading="Waiting for the second person..."
            failure="The move could not be read just now."
          >
            {(progress) => <Waiting attempt={progress} />}
          </QueryResult>
        )}
      </div>
      <div className={common.row3}>
        <Button onClick={onNext}>Next urn</Button>
        {event === 'see' && (
          <ButtonLink variant="secondary" to={pathTo('urnCheck', { event: 'takeOut', tag })}>
            {moveButtons.takeOut}
          </ButtonLink>
        )}
        {role !== 'witness' && (
          <ButtonLink variant="secondary" to={pathTo('urn', { tag })}>
            See the urn
          </ButtonLink>
        )}
      </div>
    </StepCard>
  )
}

function Waiting({ attempt: { attemptID, outcome, expiresAt } }: { attempt: AttemptProgress }) {
  if (outcome === 'open')
    return (
      <div className={`${common.stack4} ${styles.waitingForSecond}`}>
        <Callout tone="note" title="You have confirmed. Now the second person">
          <p>
            They scan this code, or open Confirm a move on their own device. <Countdown until={expiresAt} /> left.
          </p>
        </Callout>
        <QrCode
          value={location.origin + pathTo('urnCheck', { attempt: attemptID })}
          title="QR code for the second person"
          large
        />
      </div>
    )
  if (outcome === 'done') return <Recorded />
  return <Callout tone="bad">The move was stopped, or nobody confirmed it in time. Please begin again.</Callout>
}

function Recorded() {
  useEffect(() => {
    vibrate('read')
  }, [])
  return (
    <div className={`${common.stack2} ${styles.recorded}`}>
      <CircleCheck size={72} strokeWidth={1.5} aria-hidden="true" />
      <p>Both have confirmed. The move is recorded.</p>
    </div>
  )
}
