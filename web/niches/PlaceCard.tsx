import { describeWay, type BlockView, buildingLevelBlock, placeLabel } from '#contract/niches/niche.ts'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { NicheWay } from './NicheWay.tsx'
import styles from './PlaceCard.module.css'

export interface PlaceCardProps {
  niche: {
    nicheCode: string
    nicheColumn: number
    nicheRow: number
    half: string
    blockID: string
    blockName: string
    levelNumber: number
    buildingName: string
    /** Undefined until it has loaded; then the drawing appears. */
    view: BlockView | null | undefined
  }
  directions: string | undefined
}

/** The niche, lit in a drawing of its wall, and how to get there. */
export function PlaceCard({ niche: { view, ...niche }, directions }: PlaceCardProps) {
  return (
    <Card title={`Niche ${placeLabel(niche)}`}>
      {view !== undefined && <NicheWay niche={{ ...niche, view }} lit />}
      <div className={common.stack1}>
        <p>{buildingLevelBlock(niche)}</p>
        {view !== undefined && <p>{describeWay({ ...niche, view })}</p>}
        {directions && <p className={styles.directions}>{directions}</p>}
        <p>
          Its code is <span className={styles.code}>{niche.nicheCode}</span>.
        </p>
      </div>
    </Card>
  )
}
