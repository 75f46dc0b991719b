import { urnApi } from '#contract/urns/api.ts'
import { useApi } from '#web/api/use-api.ts'

/** The urn of one of the person's bookings. `isKnown` is false until the server has said which there are. */
export function useOwnUrn(bookingID: string) {
  const mine = useApi(urnApi.mine, {}, { what: 'urns' })
  return { isKnown: mine.data !== undefined, urn: mine.data?.find((each) => each.bookingID === bookingID) }
}
