import { useState } from 'react'
import { nicheApi } from '#contract/niches/api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import { useApi } from '#web/api/use-api.ts'
import type { useBookingStep } from './use-booking-step.ts'

/** The chosen niche; after a reload the one from the URL, if it is still free. */
export function useChosenNiche({ nicheID, choose }: Pick<ReturnType<typeof useBookingStep>, 'nicheID' | 'choose'>) {
  const [chosen, setChosen] = useState<Niche>()
  const isRemembered = chosen === undefined && nicheID !== undefined
  const remembered = useApi(nicheApi.byID, { query: { nicheID: nicheID ?? '' } }, { enabled: isRemembered })
  const found = isRemembered ? remembered.data : undefined
  const isFree = found?.status === 'Available'
  return {
    niche: chosen ?? (isFree ? found : undefined),
    /** The niche in the URL, if it is no longer free. */
    missed: isFree ? undefined : found,
    choose: (niche: Niche | undefined) => {
      setChosen(niche)
      choose(niche?.nicheID)
    },
  }
}
