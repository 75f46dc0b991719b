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

/** For the signed-in. With all three IDs in the URL, the lists load at the same time. */
export function useLocations(wanted: WantedLocation): Locations {
  const buildings = useApi(nicheApi.buildings, {}, { what: 'buildings' })
  const buildingID = chooseBuilding(buildings.data, wanted)
  const levels = useApi(
    nicheApi.levels,
    { params: { buildingID: buildingID ?? '' } },
    { what: 'levels', enabled: !!buildingID },
  )
  const levelID = buildingID && chooseLevel(levels.data, wanted)
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
    blockID: levelID && chooseBlock(blocks.data, wanted),
  }
}

/** For visitors: all lists come with one call. */
export function usePublicLocations(wanted: WantedLocation): Locations {
  const halls = useApi(exploreApi.halls, {}, { what: 'halls' })
  useBackgroundRetry(halls)
  const buildingID = chooseBuilding(halls.data, wanted)
  const levels = halls.data?.find((hall) => hall.buildingID === buildingID)?.levels
  const levelID = chooseLevel(levels, wanted)
  const blocks = levels?.find((level) => level.levelID === levelID)?.blocks
  return { buildings: halls.data, levels, blocks, buildingID, levelID, blockID: chooseBlock(blocks, wanted) }
}

const chooseBuilding = (list: readonly Building[] | undefined, { building }: WantedLocation) =>
  choose(list, ({ buildingID }) => buildingID, building)
const chooseLevel = (list: readonly Level[] | undefined, { level }: WantedLocation) =>
  choose(list, ({ levelID }) => levelID, level)
const chooseBlock = (list: readonly Block[] | undefined, { block }: WantedLocation) =>
  choose(list, ({ blockID }) => blockID, block)

/** The wanted ID if it exists or the list has not loaded, otherwise the first. */
function choose<T>(list: readonly T[] | undefined, idOf: (item: T) => string, wanted: string | undefined) {
  if (!list) return wanted
  const first = list[0]
  return list.some((item) => idOf(item) === wanted) ? wanted : first && idOf(first)
}
