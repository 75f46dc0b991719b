import { useState } from 'react'
import { useParams } from 'react-router'
import { bookingApi } from '#contract/bookings/api.ts'
import { useApi } from '#web/api/use-api.ts'
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
  const [isPaying, setPaying] = useState(false)
  const approval = useApi(bookingApi.approval, { params: { bookingID } }, { staleTime })

  const paid = async () => {
    setPaying(false)
    toast.success('Payment recorded.')
    await readAgain()
  }
  if (approval.error?.status === 404) return <NotThere />
  return (
    <Page title="Booking Approval">
      <Loaded query={approval} loading="Loading booking details..." failure="The booking could not be read just now.">
        {(booking) => (
          <>
            <ApprovalDesk key={booking.bookingID} booking={booking} onPay={() => setPaying(true)} />
            {isPaying && (
              <Dialog title="Record a payment" onClose={() => setPaying(false)}>
                <ManualPayment
                  bookingID={booking.bookingID}
                  price={booking.paymentAmount}
                  onDone={paid}
                  onBack={() => setPaying(false)}
                />
              </Dialog>
            )}
          </>
        )}
      </Loaded>
    </Page>
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
