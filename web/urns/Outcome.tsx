import { pathTo } from '#contract/pages.ts'
import { type UrnDetail, urnApi } from '#contract/urns/api.ts'
import { useApi, useUpToDate } from '#web/api/use-api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { moveTitles } from './move-words.ts'
import { StepCard } from './StepCard.tsx'
import type { Scanned } from './scanned.ts'
import styles from './Urns.module.css'

interface OutcomeProps {
  scanned: Scanned
  /** This person was the second. */
  isDone: boolean
  onNext: () => void
}

const everyMs = 3000

/** The first person waits here for the second. */
export function Outcome({ scanned, isDone, onNext }: OutcomeProps) {
  const { tag, event } = scanned
  const { role } = useSignedIn()
  const urn = useUpToDate(
    useApi(urnApi.detail, { params: { tag } }, { refetchInterval: everyMs, staleTime: 0, enabled: !isDone }),
  )
  return (
    <StepCard title={moveTitles[event]} scanned={scanned}>
      <div aria-live="polite">
        {isDone ? (
          <Callout tone="good">Both have confirmed. The move is recorded.</Callout>
        ) : (
          <QueryResult
            query={urn}
            loading="Waiting for the second person..."
            failure="The urn could not be read just now."
          >
            {(detail) => <Waiting urn={detail} event={event} />}
          </QueryResult>
        )}
      </div>
      <div className={styles.buttons}>
        <Button onClick={onNext}>Next urn</Button>
        {role !== 'witness' && (
          <ButtonLink variant="secondary" to={pathTo('urn', { tag })}>
            See the urn
          </ButtonLink>
        )}
      </div>
    </StepCard>
  )
}

function Waiting({ urn: { attempt, moves }, event }: { urn: UrnDetail; event: Scanned['event'] }) {
  if (attempt)
    return (
      <Callout tone="note" title="You have confirmed. Now the second person">
        <p>
          They open Confirm a move on their own device. <Countdown until={attempt.expiresAt} /> left.
        </p>
      </Callout>
    )
  if (moves[0]?.event === event) return <Callout tone="good">Both have confirmed. The move is recorded.</Callout>
  return <Callout tone="bad">The move was stopped, or nobody confirmed it in time. Please begin again.</Callout>
}
