import { nicheApi } from '#contract/niches/api.ts'
import { type BlockView, buildingLevelBlock, describeWay, doorLabel, saysPlace } from '#contract/niches/niche.ts'
import { t } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { MarkedHalls } from './house-picture/MarkedHalls.tsx'
import styles from './NicheWay.module.css'
import { NicheWay, type NicheWayProps } from './NicheWay.tsx'

interface LocationCardProps {
  niche: Omit<NicheWayProps['niche'], 'view'> & {
    levelNumber: number
    buildingName: string
    /** Undefined until it has loaded; then the drawing appears. */
    view: BlockView | null | undefined
  }
  directions: string | undefined
}

/** The block of the niche, lit in a picture of its hall, the niche, lit in a drawing of its wall, and how to get there. */
export function LocationCard({ niche: { view, ...niche }, directions }: LocationCardProps) {
  return (
    <Card title={t`Niche ${doorLabel(niche)}`}>
      <MarkedHalls urns={[niche]} />
      {view !== undefined && <NicheWay niche={{ ...niche, view }} lit />}
      <div className={common.stack1}>
        <p>{buildingLevelBlock(niche)}</p>
        {view !== undefined && <p>{describeWay({ ...niche, view })}</p>}
        {directions && <p className={common.lines}>{directions}</p>}
        {saysPlace(niche) && (
          <p>
            <T>
              Its code is <span className={styles.code}>{niche.nicheCode}</span>.
            </T>
          </p>
        )}
      </div>
    </Card>
  )
}

/** Shown to signed-in people, whose bookings do not say how their block is numbered. */
export function LocationOfBooking({ niche }: { niche: Omit<LocationCardProps['niche'], 'view'> }) {
  const block = useApi(nicheApi.block, { query: { blockID: niche.blockID } }, { what: 'the block' }).data
  const halls = useApi(nicheApi.buildings, {}, { what: 'the buildings' }).data
  const directions = halls?.find(({ buildingID }) => buildingID === block?.buildingID)?.directions
  return <LocationCard niche={{ ...niche, view: block && (block.view ?? null) }} directions={directions} />
}
