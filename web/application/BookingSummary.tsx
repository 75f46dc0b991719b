import { bookingApi } from '#contract/bookings/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card, Facts } from '#web/ui/Card.tsx'

/** What is being paid for. Renders nothing if it cannot be loaded. */
export function BookingSummary({ bookingID }: { bookingID: string }) {
  const booking = useApi(bookingApi.byID, { query: { bookingID } }, { what: 'booking details' }).data?.[0]
  if (!booking) return null
  return (
    <Card title="This booking">
      <Facts
        facts={[
          ['Booking ID', booking.bookingID],
          ['Niche', booking.nicheCode],
          ['Place', `${booking.buildingName}, level ${booking.levelNumber}, block ${booking.blockName}`],
          ['Beneficiary', booking.beneficiaryName],
          ['Booking type', booking.bookingType],
        ]}
      />
    </Card>
  )
}
