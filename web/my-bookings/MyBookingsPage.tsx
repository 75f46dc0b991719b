import { useEffect } from 'react'
import { bookingApi } from '#contract/bookings/api.ts'
import { pathTo } from '#contract/pages.ts'
import { useApiRows } from '#web/api/use-api.ts'
import { toast } from '#web/core/toast.ts'
import { useSignedIn } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { ShowMore } from '#web/ui/table/ShowMore.tsx'
import { BookingDetailsDialog } from './BookingDetailsDialog.tsx'
import { BookingList } from './BookingList.tsx'
import { UrnRequestSent } from './UrnRequestSent.tsx'

export function MyBookingsPage() {
  const { userID } = useSignedIn()
  const bookings = useApiRows(bookingApi.ofUser, { query: { userID } })
  useEffect(() => {
    if (bookings.isError) toast.error('Failed to load booking details')
  }, [bookings.isError])
  const hasAny = bookings.data !== undefined && bookings.data.length > 0
  return (
    <Page
      title="My Bookings"
      actions={
        hasAny && (
          <ButtonLink to={pathTo('bookNiche')} variant="secondary" small>
            Book another niche
          </ButtonLink>
        )
      }
    >
      <QueryResult query={bookings} loading="Loading your bookings..." failure="Your bookings could not be loaded.">
        {(rows) =>
          rows.length > 0 ? (
            <>
              <UrnRequestSent bookings={rows} />
              <BookingList bookings={rows} />
              <ShowMore query={bookings} what="bookings" />
            </>
          ) : (
            <NoBookings />
          )
        }
      </QueryResult>
      <BookingDetailsDialog />
    </Page>
  )
}

const NoBookings = () => (
  <EmptyState words="You have no bookings.">
    <ButtonLink to={pathTo('bookNiche')}>Make a Booking</ButtonLink>
  </EmptyState>
)
