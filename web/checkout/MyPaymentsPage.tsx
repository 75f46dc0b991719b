import { Link } from 'react-router'
import { formatDay, toDay } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { BillLink } from '#web/ui/BillLink.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { NameByScript } from '#web/ui/NameByScript.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import { ApiTable, type RowOf } from '#web/ui/table/ApiTable.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

export const MyPaymentsPage = () => (
  <Page title="My Payments">
    <ApiTable
      endpoint={paymentApi.mine}
      input={{ query: {} }}
      what="payments"
      loading="Loading payments..."
      failure="Failed to load payments."
      empty={
        <EmptyState words="You have made no payments yet." hint="Your payments and their receipts are kept here.">
          <ButtonLink to={pathTo('myBookings')} variant="secondary">
            See my bookings
          </ButtonLink>
        </EmptyState>
      }
      caption="My payments"
      columns={columns}
      rowKey={({ paymentID }) => paymentID}
    />
  </Page>
)

const columns: readonly Column<RowOf<typeof paymentApi.mine>>[] = [
  {
    header: 'Payment ID',
    cell: ({ paymentID }) => <CopyableField value={paymentID} what="payment ID" />,
    room: 9.7,
    phone: 'title',
  },
  {
    header: 'For',
    cell: ({ beneficiaryName }) => <NameByScript name={beneficiaryName || 'No name'} />,
    typed: true,
    room: 7,
    phone: 'below',
  },
  { header: 'Amount', cell: ({ amount }) => `$${amount}`, align: 'end', room: 7.5, phone: 'end' },
  { header: 'Method', cell: ({ paymentMethod }) => paymentMethod, folds: 'narrow' },
  { header: 'Date', cell: ({ paymentDate }) => formatDay(toDay(new Date(paymentDate))), room: 7.5, folds: 'narrow' },
  { header: 'Status', cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} />, room: 7.5 },
  {
    header: 'Receipt',
    room: 7.5,
    phone: 'belowEnd',
    cell: ({ bookingID, isForCharges, chargesBill }) =>
      isForCharges ? (
        chargesBill && <BillLink number={chargesBill} />
      ) : (
        <Link to={pathTo('receipt', { bookingID })}>
          View receipt <VisuallyHidden>for booking {bookingID}</VisuallyHidden>
        </Link>
      ),
  },
  {
    header: 'Statement',
    room: 9,
    folds: 'narrow',
    cell: ({ bookingID }) => (
      <Link to={pathTo('statement', { bookingID })}>
        View statement <VisuallyHidden>for booking {bookingID}</VisuallyHidden>
      </Link>
    ),
  },
]
