import { useEffect, useState } from 'react'
import { type BlockEvent, nicheApi } from '#contract/niches/api.ts'
import { queryClient } from '#web/api/query-client.ts'
import { refresh, setCachedReply, useApi } from '#web/api/use-api.ts'
import { followBlock, type StreamState } from './follow-block.ts'
import { useBackgroundRetry } from './use-background-retry.ts'

const pollMs = 5000

/** The niches of a block, kept as they are: by its stream, and by asking only while there is none. */
export function useLiveBlock(blockID: string | undefined) {
  const [stream, setStream] = useState<StreamState>('opening')
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
  useEffect(() => {
    if (blockID === undefined || !isCurrent) return
    setStream('opening')
    return followBlock(blockID, { onEvent: (event) => applyEvent(blockID, event), onState: setStream })
  }, [blockID, isCurrent])

  /** While another block's map still stands there, nothing on it is live. */
  return { niches: query.data, isCurrent, isLive: isCurrent && stream === 'open' }
}

function applyEvent(blockID: string, event: BlockEvent) {
  const input = { params: { blockID } }
  if (event.kind === 'block') setCachedReply(nicheApi.niches, input, () => event.niches)
  else {
    const { niche } = event
    setCachedReply(nicheApi.niches, input, (last) =>
      last?.map((each) => (each.nicheID === niche.nicheID ? niche : each)),
    )
  }
  /** An answer on its way may be older than what the stream has just told. */
  if (queryClient.isFetching({ queryKey: [nicheApi.niches.path, input] }) > 0) void refresh(nicheApi.niches)
}
