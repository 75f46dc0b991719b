import { useState } from 'react'
import { useParams } from 'react-router'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { isApproved } from '#contract/bookings/booking.ts'
import { pathTo } from '#contract/pages.ts'
import { ChangeNotice } from '#web/bookings/ChangeNotice.tsx'
import { useChangesSinceOpened } from '#web/bookings/use-changes-since-opened.ts'
import { CounterPayment } from '#web/checkout/CounterPayment.tsx'
import { toast } from '#web/core/toast.ts'
import { VisitorAccess } from '#web/find/VisitorAccess.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { UrnOfBooking } from '#web/urns/UrnOfBooking.tsx'
import { ApprovalView } from './ApprovalView.tsx'
import { useApproval } from './approval-query.ts'
import { refreshBookingLists } from './use-booking-decision.ts'

/** Where a clerk compares a certificate with the booking and decides. */
export function BookingApprovalPage() {
  const { bookingID = '' } = useParams()
  return <Approval key={bookingID} bookingID={bookingID} />
}

function Approval({ bookingID }: { bookingID: string }) {
  const approval = useApproval(bookingID)
  if (approval.error?.status === 404) return <BookingNotFound />
  return (
    <Page title="Booking Approval">
      <QueryResult
        query={approval}
        loading="Loading booking details..."
        failure="The booking could not be read just now."
      >
        {(booking) => <OpenedBooking booking={booking} />}
      </QueryResult>
    </Page>
  )
}

function OpenedBooking({ booking }: { booking: ApprovalDetail }) {
  const [isPaying, setPaying] = useState(false)
  const seen = useChangesSinceOpened(booking)
  const paid = async () => {
    setPaying(false)
    seen.noteOwnMove(booking.version)
    toast.success('Payment recorded.')
    await refreshBookingLists()
  }
  return (
    <>
      <ApprovalView
        booking={booking}
        seen={seen}
        onPay={() => setPaying(true)}
        urn={<UrnOfBooking bookingID={booking.bookingID} />}
        visitorAccess={
          mayRest(booking) && <VisitorAccess bookingID={booking.bookingID} isApproved={isApproved(booking)} />
        }
      />
      {isPaying && booking.paymentAmount && (
        <Dialog title="Record a payment" onClose={() => setPaying(false)}>
          <CounterPayment
            bookingID={booking.bookingID}
            price={booking.paymentAmount}
            version={booking.version}
            renderChanges={(conflict) => <ChangeNotice changes={seen.changes} conflict={conflict} />}
            onDone={paid}
            onBack={() => setPaying(false)}
          />
        </Dialog>
      )}
    </>
  )
}

const mayRest = ({ bookingStatus, bookingType }: ApprovalDetail) =>
  bookingStatus !== 'Cancelled' && bookingType === 'Current'

const BookingNotFound = () => (
  <Page title="Booking Approval">
    <EmptyState words="Booking not found.">
      <ButtonLink to={pathTo('searchBooking')} variant="secondary">
        Search by contact number
      </ButtonLink>
    </EmptyState>
  </Page>
)
