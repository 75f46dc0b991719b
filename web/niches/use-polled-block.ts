import { exploreApi } from '#contract/niches/explore-api.ts'
import { useApi } from '#web/api/use-api.ts'

const pollMs = 5000

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
