import { nicheApi } from '#contract/niches/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { PlaceCard, type PlaceCardProps } from './PlaceCard.tsx'

/** For signed-in people, whose bookings do not say how their block is numbered. */
export function PlaceInWall({ niche }: { niche: Omit<PlaceCardProps['niche'], 'view'> }) {
  const block = useApi(nicheApi.block, { query: { blockID: niche.blockID } }, { what: 'the block' }).data
  const halls = useApi(nicheApi.buildings, {}, { what: 'the buildings' }).data
  const directions = halls?.find(({ buildingID }) => buildingID === block?.buildingID)?.directions
  return <PlaceCard niche={{ ...niche, view: block && (block.view ?? null) }} directions={directions} />
}
