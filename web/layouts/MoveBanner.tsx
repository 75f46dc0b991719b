import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { type UrnsEvent, urnApi } from '#contract/urns/api.ts'
import { followStream, type StreamState } from '#web/api/follow-stream.ts'
import { urlFor } from '#web/api/request.ts'
import { refresh, useApi } from '#web/api/use-api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import styles from './MoveBanner.module.css'

/** These pages list the moves themselves. */
const withList: readonly string[] = [pathTo('urns'), pathTo('urnCheck')]

/** Tells the second person, on every page of staff, that a move waits for them. */
export function MoveBanner() {
  const moves = useLiveMoves()
  const { pathname } = useLocation()
  const [move] = withList.includes(pathname) ? [] : moves
  const to = pathTo('urnCheck', move && moves.length === 1 ? { attempt: move.attemptID } : {})
  return (
    <div role="status" className={styles.banner} data-screen-only>
      {move && (
        <div>
          <p>
            {moves.length === 1
              ? 'A move waits for you to confirm it.'
              : `${moves.length} moves wait for a second confirmation.`}
          </p>
          <ButtonLink small to={to}>
            {moves.length === 1 ? 'Confirm it now' : 'See them'}
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

const withoutStreamMs = 10_000

/** The moves that wait for this person, told as they begin and end. For one place on the page: each opens a stream. */
function useLiveMoves() {
  const [state, setState] = useState<StreamState>('opening')
  useEffect(
    () =>
      followStream<UrnsEvent>(urlFor(urnApi.events, { params: { about: 'moves' } }), {
        onState: setState,
        onEvent: () => void refresh(urnApi.waiting, urnApi.attempt),
      }),
    [],
  )
  return useMovesForMe(state === 'broken' ? { refetchInterval: withoutStreamMs } : {})
}

export function useMovesForMe(options: { refetchInterval?: number } = {}) {
  const waiting = useApi(urnApi.waiting, {}, { what: 'moves that wait', ...options })
  return waiting.data?.filter(({ isMine }) => !isMine) ?? []
}
