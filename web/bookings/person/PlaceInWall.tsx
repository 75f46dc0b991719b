import type { OwnBooking } from '#contract/bookings/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { buildingLevelBlock, placeLabel } from '#contract/niches/niche.ts'
import { useApi } from '#web/api/use-api.ts'
import { describeWay } from '#web/niches/describe-way.ts'
import { NicheWay } from '#web/niches/NicheWay.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './PersonView.module.css'

/** The niche, lit in a drawing of its wall, and how to get there. */
export function PlaceInWall({ booking }: { booking: OwnBooking }) {
  const block = useApi(nicheApi.block, { query: { blockID: booking.blockID } }, { what: 'the block' }).data
  const halls = useApi(nicheApi.buildings, {}, { what: 'the buildings' }).data
  const directions = halls?.find(({ buildingID }) => buildingID === block?.buildingID)?.directions
  const place = { ...booking, view: block?.view ?? null }
  return (
    <Card title={`Niche ${placeLabel(booking)}`}>
      {block && <NicheWay niche={place} lit />}
      <div className={styles.way}>
        <p>{buildingLevelBlock(booking)}</p>
        {block && <p>{describeWay(place)}</p>}
        {directions && <p className={styles.directions}>{directions}</p>}
        <p>
          Its code is <span className={styles.code}>{booking.nicheCode}</span>.
        </p>
      </div>
    </Card>
  )
}
