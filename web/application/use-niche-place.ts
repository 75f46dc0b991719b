import { useSearchParams } from 'react-router'
import { nicheApi } from '#contract/niches/api.ts'
import { type Niche, placeInWords } from '#contract/niches/niche.ts'
import { useApi } from '#web/api/use-api.ts'

/** For example `Tembusu Hall, level 1, block A, column 3, row 5`. A chosen niche is always in the block that the URL names. */
export function useNichePlace(niche: Niche): string {
  const [search] = useSearchParams()
  const buildingID = search.get('building') ?? ''
  const levelID = search.get('level') ?? ''
  const blockID = search.get('block') ?? ''
  const buildings = useApi(nicheApi.buildings, {})
  const levels = useApi(nicheApi.levels, { params: { buildingID } }, { enabled: !!buildingID })
  const blocks = useApi(nicheApi.blocks, { params: { levelID } }, { enabled: !!levelID })
  const building = buildings.data?.find((each) => each.buildingID === buildingID)
  const level = levels.data?.find((each) => each.levelID === levelID)
  const block = blocks.data?.find((each) => each.blockID === blockID)
  return [
    building?.buildingName,
    level && `level ${level.levelNumber}`,
    block && `block ${block.blockName}`,
    placeInWords(niche),
  ]
    .filter(Boolean)
    .join(', ')
}
