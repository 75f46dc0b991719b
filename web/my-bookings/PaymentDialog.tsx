import { Link } from 'react-router'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { isSettled } from '#contract/payments/payment.ts'
import { useApi } from '#web/api/use-api.ts'
import { Facts } from '#web/ui/Card.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'

interface PaymentDialogProps {
  booking: OwnBooking
  paymentID: string
  onClose: () => void
}

export function PaymentDialog({ booking, paymentID, onClose }: PaymentDialogProps) {
  const payment = useApi(paymentApi.byID, { query: { paymentID } }, { what: 'payment details' })
  return (
    <Dialog title="Payment Details" onClose={onClose}>
      <QueryResult
        query={payment}
        loading="Loading payment details..."
        failure="The payment details could not be loaded."
      >
        {({ paymentID, amount, paymentMethod, paymentStatus, paymentDate }) => (
          <>
            <Facts
              facts={[
                ['Payment ID', <CopyableField key="id" value={paymentID} what="payment ID" />],
                ['Amount', `$${amount}`],
                ['Method', paymentMethod],
                ['Status', <PaymentBadge key="status" status={paymentStatus} />],
                ['Date', formatDateTime(paymentDate)],
              ]}
            />
            {isSettled(paymentStatus) && (
              <Link to={pathTo('receipt', { bookingID: booking.bookingID })}>View receipt</Link>
            )}
          </>
        )}
      </QueryResult>
    </Dialog>
  )
}
