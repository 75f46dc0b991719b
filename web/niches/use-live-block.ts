import { useEffect, useState } from 'react'
import { type BlockEvent, nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { followStream, type StreamState } from '#web/api/follow-stream.ts'
import { queryClient } from '#web/api/query-client.ts'
import { urlFor } from '#web/api/request.ts'
import { refresh, setCachedReply, useApi } from '#web/api/use-api.ts'
import { useBackgroundRetry } from './use-background-retry.ts'

const pollMs = 5000

/** The niches of a block, updated by an event stream, or by polling while the stream is down. */
export function useLiveBlock(blockID: string | undefined) {
  const [stream, setStream] = useState<StreamState>('opening')
  const [brokenSince, setBrokenSince] = useState(Number.POSITIVE_INFINITY)
  const query = useApi(
    nicheApi.niches,
    { params: { blockID: blockID ?? '' } },
    {
      what: 'niches',
      enabled: blockID !== undefined,
      keepPrevious: true,
      ...(stream === 'open' && { staleTime: Number.POSITIVE_INFINITY }),
      ...(stream === 'broken' && { refetchInterval: pollMs }),
    },
  )
  useBackgroundRetry(query)

  const isCurrent = query.data !== undefined && !query.isPlaceholderData
  const [opening, setOpening] = useState<Opening>()
  useEffect(() => {
    if (blockID === undefined || !isCurrent) return
    const onState = (state: StreamState) => {
      setStream(state)
      setBrokenSince((since) => (state === 'broken' ? Math.min(since, Date.now()) : Number.POSITIVE_INFINITY))
    }
    const onEvent = (event: BlockEvent) => {
      if (event.kind !== 'niche') setOpening({ blockID, opensAt: event.opensAt })
      if (event.kind !== 'opening') applyEvent(blockID, event)
    }
    onState('opening')
    return followStream(urlFor(nicheApi.events, { params: { blockID } }), { onEvent, onState })
  }, [blockID, isCurrent])

  /** Without a stream, for example beside many other open maps, the map is still live if it is read every few seconds. */
  const isPolled = query.dataUpdatedAt > brokenSince && !query.isError
  /** While the previous block's map is still shown, it is not live. */
  return {
    niches: query.data,
    isCurrent,
    isLive: isCurrent && (stream === 'open' || isPolled),
    ...(opening?.blockID === blockID && { opening }),
  }
}

/** The block as a map shows it. */
export interface BlockOnMap<N> {
  niches: N[] | undefined
  /** False while the previous block is still shown. */
  isCurrent: boolean
  isLive: boolean
  opening?: Opening | undefined
}

/** The opening as the stream says it, which is newer than the list of blocks. Without a time, the block is open. */
export interface Opening {
  blockID: string | undefined
  opensAt: string | undefined
}

function applyEvent(blockID: string, event: Exclude<BlockEvent, { kind: 'opening' }>) {
  const input = { params: { blockID } }
  if (event.kind === 'block') setCachedReply(nicheApi.niches, input, () => event.niches)
  else {
    const { niche } = event
    setCachedReply(nicheApi.niches, input, (last) =>
      last?.map((each) => (each.nicheID === niche.nicheID ? niche : each)),
    )
  }
  /** A reply still on its way may be older than this event, so load again. */
  if (queryClient.isFetching({ queryKey: [nicheApi.niches.path, input] }) > 0) void refresh(nicheApi.niches)
}

/**
 * The niches of a block for visitors, read again every few seconds while the page is visible. Visitors get no event
 * stream, because anybody could hold thousands of connections open.
 */
export function usePolledBlock(blockID: string | undefined) {
  const query = useApi(
    exploreApi.niches,
    { params: { blockID: blockID ?? '' } },
    { what: 'niches', enabled: blockID !== undefined, keepPrevious: true, refetchInterval: pollMs },
  )
  const isCurrent = query.data !== undefined && !query.isPlaceholderData
  return { niches: query.data, isCurrent, isLive: isCurrent && !query.isError }
}
