import { bookingApi } from '#contract/bookings/api.ts'
import { describeTerm } from '#contract/rights/term.ts'
import { useApi } from '#web/api/use-api.ts'

/** How long the right to the niche lasts, in words: of this booking, or of one that is made today. Undefined until it is known. */
export function useRightTerm(bookingID?: string): string | undefined {
  const { data } = useApi(bookingApi.rightTerm, { query: { bookingID } }, { what: 'how long the right lasts' })
  return data?.term ? describeTerm(data.term) : undefined
}
