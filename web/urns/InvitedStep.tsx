import { useState } from 'react'
import { urnApi } from '#contract/urns/api.ts'
import { needsIdentity } from '#contract/urns/confirmation.ts'
import type { TwoPersonEvent } from '#contract/urns/moves.ts'
import { ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { useApi, useUpToDate } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Code } from '#web/ui/Code.tsx'
import common from '#web/ui/common.module.css'
import { ErrorAlert } from '#web/ui/ErrorAlert.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { type CheckProps, isStop, useCheck, type WithMatter } from './confirm-move.ts'
import { moveTitles } from './move-words.ts'
import { Outcome } from './Outcome.tsx'
import { StepCard } from './StepCard.tsx'
import styles from './Urns.module.css'

interface InvitedStepProps extends CheckProps, WithMatter {
  attemptID: string
  /** Leaves this move: what they read differs, it has expired, or another urn is next. */
  onOther: (event?: TwoPersonEvent) => void
}

/**
 * Shown to the second person, who comes from the QR code of the first person or from the banner. They read niche and urn
 * themselves before they compare the papers.
 */
export function InvitedStep({ attemptID, onOther, matterOf, ...props }: InvitedStepProps) {
  const attempt = useUpToDate(useApi(urnApi.attempt, { params: { attemptID } }, { staleTime: 0 }))
  const { check, isPending } = useCheck(props)
  const [refusal, setRefusal] = useState('')
  return (
    <QueryResult
      query={attempt}
      loading="Loading the move..."
      failure="The move could not be loaded just now."
      missing="This move is not waiting any more."
    >
      {({ event, tag, nicheCode, by, isMine, outcome }) => {
        const scanned = { event, tag, nicheCode }
        if (isMine || outcome === 'mismatch' || outcome === 'done')
          return (
            <Outcome scanned={scanned} attemptID={attemptID} onStopped={props.onStopped} onNext={() => onOther()} />
          )
        if (outcome === 'expired')
          return (
            <StepCard title={moveTitles[event]}>
              <Callout tone="warning">Nobody confirmed this move in time. Please begin again, both of you.</Callout>
              <Button onClick={() => onOther(event)}>Begin again</Button>
            </StepCard>
          )
        return (
          <StepCard title={moveTitles[event]}>
            <p>
              {by} has confirmed this move. Please read{' '}
              {needsIdentity(event)
                ? 'both yourself, on the niche and on the urn'
                : 'the niche yourself, and the label of the urn if it has one'}
              :
            </p>
            <dl className={styles.large}>
              <dt>Niche</dt>
              <dd>
                <Code>{nicheCode}</Code>
              </dd>
              <dt>Urn</dt>
              <dd>
                <Code>{tag}</Code>
              </dd>
            </dl>
            {matterOf(tag)}
            <ErrorAlert>{refusal}</ErrorAlert>
            <div className={`${common.stack3} ${styles.choices}`}>
              <Button
                busy={isPending}
                onClick={() =>
                  check(scanned).catch((error: unknown) => {
                    if (!(error instanceof ApiError && isStop(error))) setRefusal(toErrorMessage(error))
                  })
                }
              >
                Both are the same here
              </Button>
              <Button variant="secondary" onClick={() => onOther(event)}>
                Something is different
              </Button>
            </div>
          </StepCard>
        )
      }}
    </QueryResult>
  )
}
