import { useNavigate, useSearchParams } from 'react-router'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi } from '#web/api/use-api.ts'
import { bookingStateOf } from '#web/bookings/booking-actions.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { UrnPlacementForm } from './UrnPlacementForm.tsx'
import { urnRequestSent } from './UrnRequestSent.tsx'

const lead = 'Use this form after a death. Our staff read each request and write to you by e-mail.'

export function UrnPlacementPage() {
  const [search] = useSearchParams()
  const bookingID = search.get('bookingID') ?? ''
  const found = useApi(bookingApi.byID, { query: { bookingID } })
  const mode = useSiteConfig()?.mode
  const booking = found.data?.[0]
  return (
    <Page title="Request Urn Placement" intro={lead} narrow>
      {booking && mode ? (
        <Request booking={booking} withSample={mode === 'demo'} />
      ) : !booking && (found.isError || found.isSuccess) ? (
        <BookingNotFound />
      ) : (
        <Loading words="Loading booking details..." />
      )}
    </Page>
  )
}

function Request({ booking, withSample }: { booking: OwnBooking; withSample: boolean }) {
  const navigate = useNavigate()
  const state = bookingStateOf(booking)
  const bookingPath = pathTo('myBookings', { bookingID: booking.bookingID })
  if (!actionsFor(state, 'user').includes('requestUrn')) {
    return (
      <>
        <Callout tone="warning">
          <p>{moveRefusals[explainRefusal(state, 'requestUrn')]}</p>
        </Callout>
        <BackToBookings to={bookingPath} />
      </>
    )
  }
  const showNext = () => navigate(pathTo('myBookings'), { state: urnRequestSent(booking.bookingID) })
  return <UrnPlacementForm booking={booking} withSample={withSample} onSent={showNext} />
}

const BookingNotFound = () => (
  <>
    <div role="alert">
      <Callout tone="bad">
        <p>Problems retrieving booking details</p>
      </Callout>
    </div>
    <BackToBookings to={pathTo('myBookings')} />
  </>
)

const BackToBookings = ({ to }: { to: string }) => (
  <div>
    <ButtonLink to={to} variant="secondary">
      Back to My Bookings
    </ButtonLink>
  </div>
)
