import { nicheApi } from '#contract/niches/api.ts'
import { describeWay } from '#contract/niches/describe-way.ts'
import { buildingLevelBlock, placeLabel } from '#contract/niches/niche.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import { NicheWay } from './NicheWay.tsx'
import styles from './PlaceInWall.module.css'

interface PlaceInWallProps {
  niche: {
    nicheCode: string
    nicheColumn: number
    nicheRow: number
    half: string
    blockID: string
    blockName: string
    levelNumber: number
    buildingName: string
  }
}

/** The niche, lit in a drawing of its wall, and how to get there. */
export function PlaceInWall({ niche }: PlaceInWallProps) {
  const block = useApi(nicheApi.block, { query: { blockID: niche.blockID } }, { what: 'the block' }).data
  const halls = useApi(nicheApi.buildings, {}, { what: 'the buildings' }).data
  const directions = halls?.find(({ buildingID }) => buildingID === block?.buildingID)?.directions
  const place = { ...niche, view: block?.view ?? null }
  return (
    <Card title={`Niche ${placeLabel(niche)}`}>
      {block && <NicheWay niche={place} lit />}
      <div className={styles.way}>
        <p>{buildingLevelBlock(niche)}</p>
        {block && <p>{describeWay(place)}</p>}
        {directions && <p className={styles.directions}>{directions}</p>}
        <p>
          Its code is <span className={styles.code}>{niche.nicheCode}</span>.
        </p>
      </div>
    </Card>
  )
}
