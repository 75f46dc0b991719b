import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { familyStatus } from '#contract/family/family-status.ts'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { useApiRows } from '#web/api/use-api.ts'
import { toast } from '#web/core/toast.tsx'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { ShowMore } from '#web/ui/table/ShowMore.tsx'
import { BookingDetailsDialog } from './BookingDetailsDialog.tsx'
import { BookingList } from './BookingList.tsx'

export function MyBookingsPage() {
  const { userID } = useSignedIn()
  const bookings = useApiRows(bookingApi.ofUser, { query: { userID } })
  useEffect(() => {
    if (bookings.isError) toast.error(t`Failed to load booking details`)
  }, [bookings.isError])
  return (
    <Page
      title={t`My Bookings`}
      actions={
        bookings.data !== undefined &&
        bookings.data.length > 0 && (
          <ButtonLink to={pathTo('bookNiche')} variant="secondary" small>
            {t`Book another niche`}
          </ButtonLink>
        )
      }
    >
      <QueryResult
        query={bookings}
        loading={t`Loading your bookings...`}
        failure={t`Your bookings could not be loaded.`}
      >
        {(rows) =>
          rows.length > 0 ? (
            <>
              <UrnRequestSent bookings={rows} />
              <BookingList bookings={rows} />
              <ShowMore query={bookings} what={t`bookings`} />
            </>
          ) : (
            <EmptyState words={t`You have no bookings.`}>
              <ButtonLink to={pathTo('bookNiche')}>{t`Make a Booking`}</ButtonLink>
            </EmptyState>
          )
        }
      </QueryResult>
      <BookingDetailsDialog />
    </Page>
  )
}

/** Says what happens next, on arrival from the urn request. */
function UrnRequestSent({ bookings }: { bookings: readonly OwnBooking[] }) {
  const { state } = useLocation()
  /** The ID is kept, because opening a booking replaces the state. */
  const [bookingID] = useState<unknown>(state?.urnRequestSent)
  const booking = bookings.find((each) => each.bookingID === bookingID)
  if (!booking?.urnRequested) return null
  return (
    <Callout tone="good" title={t`Your request to place the urn of ${booking.beneficiaryName} has reached us`}>
      <p>
        <Unbroken text={familyStatus(booking).next} />
      </p>
      <p>{t`Once it is approved, we agree on a day with you.`}</p>
    </Callout>
  )
}
