import { useEffect, useState } from 'react'
import { type UrnsEvent, urnApi } from '#contract/urns/api.ts'
import { followStream, type StreamState } from '#web/api/follow-stream.ts'
import { urlFor } from '#web/api/request.ts'
import { refresh, useApi } from '#web/api/use-api.ts'

const withoutStreamMs = 10_000

/** The moves that wait for this person, told as they begin and end. For one place on the page: each opens a stream. */
export function useLiveMoves() {
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
