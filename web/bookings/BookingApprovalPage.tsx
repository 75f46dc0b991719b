import { useState } from 'react'
import { useParams } from 'react-router'
import { type ApprovalDetail, bookingApi } from '#contract/bookings/api.ts'
import { useApi, useUpToDate } from '#web/api/use-api.ts'
import { ChangeNotice } from '#web/bookings/changes/ChangeNotice.tsx'
import { useSeen } from '#web/bookings/changes/use-seen.ts'
import { ApprovalDesk } from '#web/bookings/desk/ApprovalDesk.tsx'
import { readAgain } from '#web/bookings/desk/use-move.ts'
import { ManualPayment } from '#web/checkout/ManualPayment.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.ts'

/** Certificates weigh megabytes: a glance at another window does not fetch them again. */
const staleTime = 60_000

/** Where a clerk reads a certificate beside the facts, and decides. */
export function BookingApprovalPage() {
  const { bookingID = '' } = useParams()
  return <Approval key={bookingID} bookingID={bookingID} />
}

function Approval({ bookingID }: { bookingID: string }) {
  const approval = useUpToDate(useApi(bookingApi.approval, { params: { bookingID } }, { staleTime }))
  if (approval.error?.status === 404) return <NotThere />
  return (
    <Page title="Booking Approval">
      <Loaded query={approval} loading="Loading booking details..." failure="The booking could not be read just now.">
        {(booking) => <OpenedBooking booking={booking} />}
      </Loaded>
    </Page>
  )
}

function OpenedBooking({ booking }: { booking: ApprovalDetail }) {
  const [isPaying, setPaying] = useState(false)
  const seen = useSeen(booking)
  const paid = async () => {
    setPaying(false)
    seen.noteOwnMove(booking.version)
    toast.success('Payment recorded.')
    await readAgain()
  }
  return (
    <>
      <ApprovalDesk booking={booking} seen={seen} onPay={() => setPaying(true)} />
      {isPaying && (
        <Dialog title="Record a payment" onClose={() => setPaying(false)}>
          <ManualPayment
            bookingID={booking.bookingID}
            price={booking.paymentAmount}
            version={booking.version}
            tellChanges={(conflict) => <ChangeNotice changes={seen.changes} conflict={conflict} />}
            onDone={paid}
            onBack={() => setPaying(false)}
          />
        </Dialog>
      )}
    </>
  )
}

const NotThere = () => (
  <Page title="Booking Approval">
    <EmptyState words="Booking not found.">
      <ButtonLink to="/search-booking" variant="secondary">
        Search by contact number
      </ButtonLink>
    </EmptyState>
  </Page>
)
