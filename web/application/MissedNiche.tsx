import { bookingApi } from '#contract/bookings/api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import { useApi } from '#web/api/use-api.ts'
import { Callout } from '#web/ui/Callout.tsx'

/** Says that the niche in the URL was taken meanwhile, for example during registration. Not if the family booked it. */
export function MissedNiche({ userID, niche }: { userID: string; niche: Niche }) {
  const bookings = useApi(bookingApi.ofUser, { query: { userID } })
  if (!bookings.data || bookings.data.some(({ nicheCode }) => nicheCode === niche.nicheCode)) return null
  return (
    <Callout tone="warning" title={`Niche ${niche.nicheCode} is no longer free`}>
      <p>Please choose another niche on the map. Nothing was booked or charged.</p>
    </Callout>
  )
}
