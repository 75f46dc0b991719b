import { useEffect, useRef } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { withParams } from '#web/core/with-params.ts'
import type { Locations, WantedLocation } from './use-locations.ts'

export interface BlockSelection {
  building: string
  level?: string | undefined
  block?: string | undefined
}

export type BlockChoice = ReturnType<typeof useBlockSelection>

/** The block on screen, as named in the URL; missing parts default to the first option. While the map is hidden it does not change the URL. */
export function useBlockSelection(useLocations: (wanted: WantedLocation) => Locations, isHidden = false) {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const isLeaving = useNavigation().state !== 'idle'
  const wanted = (name: keyof BlockSelection) => search.get(name) ?? undefined
  const { buildings, levels, blocks, buildingID, levelID, blockID } = useLocations({
    building: wanted('building'),
    level: wanted('level'),
    block: wanted('block'),
  })

  /** The last selection, until the URL has it: otherwise the effect below could undo it. */
  const lastSelection = useRef<BlockSelection>(undefined)
  const select = ({ building, level, block }: BlockSelection) => {
    const selection = { building, level, block }
    lastSelection.current = selection
    setSearch((last) => withParams(last, selection), { replace: true, preventScrollReset: true, flushSync: true })
  }

  /** Puts building, level and block into the URL once loaded, so that the link can be shared. Not while navigating away. */
  const isLoaded = buildings && levels && blocks && buildingID && levelID && blockID
  const isInUrl = wanted('building') === buildingID && wanted('level') === levelID && wanted('block') === blockID
  useEffect(() => {
    const { building = buildingID, level = levelID, block = blockID } = lastSelection.current ?? {}
    if (building !== buildingID || level !== levelID || block !== blockID) return
    lastSelection.current = undefined
    if (!isLoaded || isInUrl || isHidden || isLeaving || location.pathname !== pathname) return
    setSearch((last) => withParams(last, { building: buildingID, level: levelID, block: blockID }), {
      replace: true,
      preventScrollReset: true,
    })
  }, [isLoaded, isInUrl, isHidden, isLeaving, pathname, buildingID, levelID, blockID, setSearch])

  return {
    /** False while they are loading. */
    hasNoBuildings: buildings?.length === 0,
    buildings: buildings ?? [],
    levels: levels ?? [],
    blocks: blocks ?? [],
    buildingID,
    levelID,
    blockID,
    go: select,
  }
}
