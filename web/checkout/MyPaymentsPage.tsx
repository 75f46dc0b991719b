import { Link } from 'react-router'
import { formatDay, toDay } from '#contract/dates.ts'
import type { ReplyData } from '#contract/endpoint.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { useApiRows } from '#web/api/use-api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { ShowMore } from '#web/ui/table/ShowMore.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

type OwnPayment = ReplyData<typeof paymentApi.mine>[number]

const columns: readonly Column<OwnPayment>[] = [
  { header: 'Payment ID', cell: ({ paymentID }) => <CopyableField value={paymentID} what="payment ID" />, room: 13 },
  { header: 'Amount', cell: ({ amount }) => `$${amount}`, align: 'end', room: 9 },
  { header: 'Method', cell: ({ paymentMethod }) => paymentMethod },
  { header: 'Date', cell: ({ paymentDate }) => formatDay(toDay(new Date(paymentDate))) },
  { header: 'Status', cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} />, room: 9.5 },
  {
    header: 'Receipt',
    cell: ({ bookingID }) => (
      <Link to={pathTo('receipt', { bookingID })}>
        View receipt <VisuallyHidden>for booking {bookingID}</VisuallyHidden>
      </Link>
    ),
  },
]

export function MyPaymentsPage() {
  const payments = useApiRows(paymentApi.mine, { query: {} })
  return (
    <Page title="My Payments">
      <QueryResult query={payments} loading="Loading payments..." failure="Failed to load payments.">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState words="You have made no payments yet." hint="Your payments and their receipts are kept here.">
              <ButtonLink to={pathTo('myBookings')} variant="secondary">
                See my bookings
              </ButtonLink>
            </EmptyState>
          ) : (
            <>
              <Table caption="My payments" columns={columns} rows={rows} rowKey={({ paymentID }) => paymentID} />
              <ShowMore query={payments} what="payments" />
            </>
          )
        }
      </QueryResult>
    </Page>
  )
}
