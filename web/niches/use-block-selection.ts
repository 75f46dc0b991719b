import { useEffect, useRef } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import type { nicheApi } from '#contract/niches/api.ts'
import type { exploreApi } from '#contract/niches/explore-api.ts'
import { useApi } from '#web/api/use-api.ts'
import { useBackgroundRetry } from './use-background-retry.ts'

export interface BlockSelection {
  building: string
  level?: string
  block?: string
}

/** The block on screen, as named in the URL; missing parts default to the first option. */
export function useBlockSelection(api: typeof nicheApi | typeof exploreApi) {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const isLeaving = useNavigation().state !== 'idle'
  const wanted = (name: keyof BlockSelection) => search.get(name) ?? undefined

  const buildings = useApi(api.buildings, {}, { what: 'buildings' })
  const buildingID = chosen(buildings.data, ({ buildingID }) => buildingID, wanted('building'))
  const levels = useApi(
    api.levels,
    { params: { buildingID: buildingID ?? '' } },
    { what: 'levels', enabled: !!buildingID },
  )
  const levelID = chosen(levels.data, ({ levelID }) => levelID, buildingID && wanted('level'))
  const blocks = useApi(api.blocks, { params: { levelID: levelID ?? '' } }, { what: 'blocks', enabled: !!levelID })
  const blockID = chosen(blocks.data, ({ blockID }) => blockID, levelID && wanted('block'))
  useBackgroundRetry(buildings)
  useBackgroundRetry(levels)
  useBackgroundRetry(blocks)

  /** The last selection, until the URL has it: otherwise the effect below could undo it. */
  const lastSelection = useRef<BlockSelection>(undefined)
  const select = (place: BlockSelection) => {
    lastSelection.current = place
    setSearch((last) => withPlace(last, place), { replace: true, preventScrollReset: true, flushSync: true })
  }

  /** Puts building, level and block into the URL once loaded, so that the link can be shared. Not while navigating away. */
  const isLoaded = buildings.data && levels.data && blocks.data && buildingID && levelID && blockID
  const isInUrl = wanted('building') === buildingID && wanted('level') === levelID && wanted('block') === blockID
  useEffect(() => {
    const { building = buildingID, level = levelID, block = blockID } = lastSelection.current ?? {}
    if (building !== buildingID || level !== levelID || block !== blockID) return
    lastSelection.current = undefined
    if (!isLoaded || isInUrl || isLeaving || location.pathname !== pathname) return
    setSearch((last) => withPlace(last, { building: buildingID, level: levelID, block: blockID }), {
      replace: true,
      preventScrollReset: true,
    })
  }, [isLoaded, isInUrl, isLeaving, pathname, buildingID, levelID, blockID, setSearch])

  return {
    buildings: buildings.data ?? [],
    levels: levels.data ?? [],
    blocks: blocks.data ?? [],
    buildingID,
    levelID,
    blockID,
    go: select,
  }
}

/** The wanted ID if it exists or the list has not loaded, otherwise the first. */
function chosen<T>(list: readonly T[] | undefined, idOf: (item: T) => string, wanted: string | undefined) {
  if (!list) return wanted
  const first = list[0]
  return list.some((item) => idOf(item) === wanted) ? wanted : first && idOf(first)
}

function withPlace(search: URLSearchParams, { building, level, block }: BlockSelection): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, id] of Object.entries({ building, level, block })) {
    if (id) next.set(name, id)
    else next.delete(name)
  }
  return next
}
