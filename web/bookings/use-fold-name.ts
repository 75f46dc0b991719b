import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#web/api/query-client.ts'
import { loadChunk } from '#web/core/load-chunk.ts'

/**
 * Makes 陈 find 陳 in a list of this page. Its table is loaded once somebody types a Chinese character, because few do; until then
 * names are compared as they are written.
 */
export function useFoldName(typed: string): (name: string) => string {
  const { data } = useQuery(
    {
      queryKey: ['fold-name'],
      queryFn: () => loadChunk('fold-name', () => import('#contract/fold-name.ts')),
      enabled: /\p{Script=Han}/u.test(typed),
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
    },
    queryClient,
  )
  return data?.foldName ?? asWritten
}

const asWritten = (name: string) => name
