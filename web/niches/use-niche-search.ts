import { useMemo, useState } from 'react'
import type { z } from 'zod'
import type { NicheRun, NicheSearch, nicheApi } from '#contract/niches/api.ts'
import type { exploreApi } from '#contract/niches/explore-api.ts'
import { useApiPages } from '#web/api/use-api.ts'
import type { BlockSelection } from './use-block-selection.ts'

export type FindEndpoint = typeof nicheApi.find | typeof exploreApi.find
export type SearchCriteria = z.input<typeof NicheSearch>

export type NicheFinder = ReturnType<typeof useNicheSearch>

/** The search criteria, the results, and the one shown on the map. */
export function useNicheSearch(endpoint: FindEndpoint, go: (selection: BlockSelection) => void) {
  const [criteria, setCriteria] = useState<SearchCriteria>()
  const [chosen, setChosen] = useState<NicheRun>()
  const [goTo, setGoTo] = useState<{ nicheID: string }>()
  const query = useApiPages(endpoint, { query: criteria ?? {} }, { enabled: criteria !== undefined })
  const found = criteria && query.data?.pages[0]
  const foundIDs = useMemo(
    () =>
      new Set((chosen ? [chosen] : (found?.rows ?? [])).flatMap(({ niches }) => niches.map(({ nicheID }) => nicheID))),
    [chosen, found],
  )

  const find = (next: SearchCriteria | undefined) => {
    setChosen(undefined)
    setCriteria(next)
  }
  const choose = (run: NicheRun) => {
    const [first] = run.niches
    go({ building: run.buildingID, level: run.levelID, block: run.blockID })
    setChosen(run)
    if (first) setGoTo({ nicheID: first.nicheID })
  }
  return { query, found, chosen, foundIDs, goTo, find, choose }
}
