import { Link } from 'react-router'
import { dashboardApi, type MoneyFigures } from '#contract/dashboard/api.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi } from '#contract/payments/api.ts'
import type { UnknownPayment } from '#contract/payments/payment.ts'
import { useApi } from '#web/api/use-api.ts'
import { Books } from '#web/bills/Books.tsx'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { AmountIn, Money } from '#web/ui/Money.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { TaskCard } from '#web/ui/table/ApiTable.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { whenColumn } from '#web/ui/When.tsx'
import { formatShortMonth, MoneyChart } from './MonthCharts.tsx'

export function MoneyPage() {
  const money = useApi(dashboardApi.money, {}, { what: 'money', staleTime: 0 })
  return (
    <Page
      title="Money"
      intro="What was taken and refunded in the last twelve months, and what is open now."
      actions={
        <DownloadButton endpoint={dashboardApi.moneyCsv} input={{}}>
          Download (CSV)
        </DownloadButton>
      }
    >
      <p>
        Each entry, and who recorded it, is in the <Link to={pathTo('dayBook')}>day book</Link>.
      </p>
      <AllAtOnce loading="Loading the figures...">
        <UnknownPayments />
        <QueryResult query={money} loading="Loading the figures..." failure="The figures could not be read just now.">
          {(data) => (data.rows.length === 0 ? <NoMoney /> : <Figures figures={data} />)}
        </QueryResult>
        <Books />
      </AllAtOnce>
    </Page>
  )
}

const UnknownPayments = () => (
  <TaskCard
    endpoint={paymentApi.unknown}
    input={{ query: {} }}
    what="unknown payments"
    caption="Payments that Columba does not know"
    rowKey={({ intentID }) => intentID}
    columns={[
      whenColumn('Started', ({ startedAt }: UnknownPayment) => startedAt, { phone: 'title' }),
      { header: 'Amount', cell: (payment) => <AmountIn {...payment} />, align: 'end', room: 9, phone: 'end' },
      { header: 'Booking', cell: ({ bookingID }) => bookingID ?? 'None', code: true, phone: 'belowEnd' },
      { header: 'At the provider', cell: ({ intentID }) => intentID, code: true, folds: 'narrow', room: 12 },
      {
        header: 'Refunded',
        cell: ({ isRefunded }) => (isRefunded ? 'Yes, or in part' : 'No'),
        room: 7,
        phone: 'below',
      },
    ]}
  >
    <p>
      The card provider took these, and the last comparison found no booking for them here. After a backup was restored,
      they are the payments since that backup. Please enter the bookings again at the counter, or refund the money on
      the page of the provider. A payment stays listed after its booking was entered again. Look for that booking before
      you refund. The command payments:reconcile compares again.
    </p>
  </TaskCard>
)

const NoMoney = () => (
  <EmptyState
    words="No money has moved yet."
    hint="What families pay is added up here by hall and month, once the first of them has booked."
  >
    <ButtonLink variant="secondary" to={pathTo('adminDashboard')}>
      See what the house still needs
    </ButtonLink>
  </EmptyState>
)

const Figures = ({ figures: { totals, overdue, months, rows } }: { figures: MoneyFigures }) => (
  <>
    <Card title="In all">
      <Facts
        facts={[
          ['Taken in the last twelve months', <Money key="taken" amount={totals.taken} />],
          ['Refunded in the last twelve months', <Money key="refunded" amount={totals.refunded} />],
          [
            'Outstanding now, for niches that are held, for charges, and by organisations',
            <Money key="outstanding" amount={totals.outstanding} />,
          ],
          overdue.bills > 0 && [
            'Overdue now, billed to organisations',
            <Link key="overdue" to={`${pathTo('bills')}?state=overdue`}>
              <Money amount={overdue.amount} />
            </Link>,
          ],
          ['To refund now', <Money key="toRefund" amount={totals.toRefund} />],
        ]}
      />
    </Card>
    <Card title="By month">
      <MoneyChart months={months} />
    </Card>
    <Card title="By hall and month">
      <p>Outstanding and to refund are as of now, in the month in which the family booked.</p>
      <Table
        caption="Money by hall and month, newest first"
        columns={columns}
        rows={rows}
        rowKey={({ month, buildingID }) => `${month} ${buildingID}`}
      />
    </Card>
  </>
)

const columns: readonly Column<MoneyFigures['rows'][number]>[] = [
  { header: 'Month', cell: ({ month }) => formatShortMonth(month), room: 6, phone: 'below' },
  { header: 'Hall', cell: ({ buildingName }) => buildingName, typed: true, room: 7.5, phone: 'title' },
  { header: 'Taken', cell: ({ taken }) => <Money amount={taken} />, align: 'end', room: 9, phone: 'end' },
  { header: 'Refunded', cell: ({ refunded }) => <Money amount={refunded} />, align: 'end', room: 9 },
  {
    header: 'Outstanding',
    cell: ({ outstanding }) => <Money amount={outstanding} />,
    align: 'end',
    room: 9,
    folds: 'narrow',
  },
  {
    header: 'To refund',
    cell: ({ toRefund }) => <Money amount={toRefund} />,
    align: 'end',
    room: 9,
    folds: 'narrow',
  },
]
