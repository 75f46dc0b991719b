import { useParams } from 'react-router'
import { bookingApi } from '#contract/bookings/api.ts'
import { nameByScript } from '#contract/family/name-scripts.ts'
import { useApi } from '#web/api/use-api.ts'
import { nameOf } from '#web/bookings/my-bookings/BookingFacts.tsx'
import { PersonView } from '#web/bookings/person/PersonView.tsx'
import { LocationOfBooking } from '#web/niches/LocationCard.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './PersonPage.module.css'

/** Everything that a family needs to know about the place of one person. */
export function PersonPage() {
  const { bookingID = '' } = useParams()
  const found = useApi(bookingApi.byID, { query: { bookingID } }, { what: 'booking details' })
  const booking = found.data?.[0]
  return (
    <Page
      title={booking ? <Name name={nameOf(booking)} /> : 'Your booking'}
      parent="myBookings"
      breadcrumb="Your booking"
    >
      <QueryResult query={found} loading="Loading booking details..." failure="This booking could not be loaded.">
        {() =>
          booking ? (
            <PersonView booking={booking}>
              <LocationOfBooking niche={booking} />
            </PersonView>
          ) : (
            <Callout tone="warning">Booking not found.</Callout>
          )
        }
      </QueryResult>
    </Page>
  )
}

const Name = ({ name }: { name: string }) =>
  nameByScript(name).map(({ text, lang }) => (
    <span key={text} className={styles.name} lang={lang}>
      {text}{' '}
    </span>
  ))
