import type { ReplyData } from '#contract/endpoint.ts'
import { pathTo } from '#contract/pages.ts'
import { urnApi } from '#contract/urns/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import common from '#web/ui/common.module.css'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { moveTitles } from './move-words.ts'
import styles from './Urns.module.css'

const everyMs = 10_000

/** Hidden while no move waits. The second person reads tag and niche at the wall, so they are not shown. */
export function WaitingMoves() {
  const waiting = useApi(urnApi.waiting, {}, { what: 'moves that wait', refetchInterval: everyMs })
  return (
    <QueryResult query={waiting} failure="What waits for a second person could not be read just now.">
      {(moves) => <Moves moves={moves} />}
    </QueryResult>
  )
}

function Moves({ moves }: { moves: ReplyData<typeof urnApi.waiting> }) {
  if (moves.length === 0) return null
  return (
    <Callout tone="note" title="Waiting for a second person">
      <ul className={styles.waiting}>
        {moves.map(({ attemptID, event, by, isMine, expiresAt, place }) => (
          <li key={attemptID} className={`${common.row2} ${common.middle}`}>
            <span>
              {moveTitles[event]} in {place}, confirmed by {isMine ? 'you' : by}, <Countdown until={expiresAt} /> left
            </span>
            {!isMine && (
              <ButtonLink small variant="secondary" to={pathTo('urnCheck', { attempt: attemptID })}>
                Confirm it too
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
