import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import type { Block, Building, Level } from '#contract/niches/niche.ts'
import { useApi } from '#web/api/use-api.ts'
import { useBackgroundRetry } from './use-background-retry.ts'

export type WantedLocation = Record<'building' | 'level' | 'block', string | undefined>

/** The lists to choose from, which are undefined until they have loaded, and the IDs of what is chosen. */
export interface Locations {
  buildings: readonly Building[] | undefined
  levels: readonly Level[] | undefined
  blocks: readonly Block[] | undefined
  buildingID: string | undefined
  levelID: string | undefined
  blockID: string | undefined
}

/** Used by the signed-in. With all three IDs in the URL, the lists load at the same time. */
export function useLocations(wanted: WantedLocation): Locations {
  const buildings = useApi(nicheApi.buildings, {}, { what: 'buildings' })
  const buildingID = choose(buildings.data, 'buildingID', wanted.building)
  const levels = useApi(
    nicheApi.levels,
    { params: { buildingID: buildingID ?? '' } },
    { what: 'levels', enabled: !!buildingID },
  )
  const levelID = buildingID && choose(levels.data, 'levelID', wanted.level)
  const blocks = useApi(nicheApi.blocks, { params: { levelID: levelID ?? '' } }, { what: 'blocks', enabled: !!levelID })
  useBackgroundRetry(buildings)
  useBackgroundRetry(levels)
  useBackgroundRetry(blocks)
  return {
    buildings: buildings.data,
    levels: levels.data,
    blocks: blocks.data,
    buildingID,
    levelID,
    blockID: levelID && choose(blocks.data, 'blockID', wanted.block),
  }
}

/** Used by visitors: all lists come with one call. */
export function usePublicLocations(wanted: WantedLocation): Locations {
  const halls = useApi(exploreApi.halls, {}, { what: 'halls' })
  useBackgroundRetry(halls)
  const buildingID = choose(halls.data, 'buildingID', wanted.building)
  const levels = halls.data?.find((hall) => hall.buildingID === buildingID)?.levels
  const levelID = choose(levels, 'levelID', wanted.level)
  const blocks = levels?.find((level) => level.levelID === levelID)?.blocks
  return {
    buildings: halls.data,
    levels,
    blocks,
    buildingID,
    levelID,
    blockID: choose(blocks, 'blockID', wanted.block),
  }
}

/** The wanted ID if it exists or the list has not loaded, otherwise the first. */
function choose<Key extends string>(
  list: readonly Record<Key, string>[] | undefined,
  key: Key,
  wanted: string | undefined,
): string | undefined {
  return !list || list.some((item) => item[key] === wanted) ? wanted : list[0]?.[key]
}
