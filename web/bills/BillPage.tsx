import { useParams } from 'react-router'
import { billApi } from '#contract/bills/api.ts'
import {
  awaitedBy,
  type Bill,
  type BillLine,
  billTitle,
  howToPay,
  issuerOfBill,
  sumsOfBill,
  taxedAs,
} from '#contract/bills/bill.ts'
import { formatDateTime, formatDay } from '#contract/dates.ts'
import { formatRate } from '#contract/house/tax.ts'
import { pathTo } from '#contract/pages.ts'
import { cardEnding } from '#contract/payments/payment.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useApi } from '#web/api/use-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { HouseSheet } from '#web/session/HouseSheet.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { BillLink } from '#web/ui/BillLink.tsx'
import { Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Money } from '#web/ui/Money.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { BillActions } from './BillActions.tsx'

/** Designed to be printed. */
export function BillPage() {
  const { number = '' } = useParams()
  const bill = useApi(billApi.byNumber, { query: { number } })
  return (
    <Page title={bill.data ? billTitle(bill.data) : 'Bill'} narrow actions={<Actions bill={bill.data} />}>
      <QueryResult
        query={bill}
        loading="Loading the bill..."
        failure={
          isNotFound(bill.error) ? `We could not find a bill ${number}.` : 'The bill could not be loaded just now.'
        }
      >
        {(data) => <Sheet bill={data} />}
      </QueryResult>
    </Page>
  )
}

function Actions({ bill }: { bill: Bill | undefined }) {
  const { role } = useSignedIn()
  return (
    <div data-screen-only className={common.row3}>
      {role === 'staff' && bill?.kind === 'bill' && !bill.creditedBy && <BillActions bill={bill} />}
      <PrintButton>Print</PrintButton>
    </div>
  )
}

function Sheet({ bill }: { bill: Bill }) {
  const dueOn = awaitedBy(bill)
  return (
    <HouseSheet
      issuer={issuerOfBill(bill).join(' ')}
      opens="page"
      path={pathTo('bill', { number: bill.number })}
      house={bill.supplier.name}
      what={`${billTitle(bill)} ${bill.number}`}
      amount={<Money amount={bill.gross} />}
      status={
        dueOn && (
          <span className={common.help}>
            {bill.state === 'open' ? 'To be paid by' : 'Overdue since'} {formatDay(dueOn)}
          </span>
        )
      }
    >
      {bill.creditedBy && (
        <p>
          This bill was taken back by credit note <BillLink number={bill.creditedBy} />.
          {bill.replacedBy && (
            <>
              {' '}
              The right one is <BillLink number={bill.replacedBy} />.
            </>
          )}
        </p>
      )}
      {dueOn && (
        <p>
          <Unbroken text={howToPay({ ...bill, dueOn })} />
        </p>
      )}
      <Facts
        facts={[
          bill.credits && ['Takes back', <BillLink key="credits" number={bill.credits} />],
          bill.replaces && ['Replaces', <BillLink key="replaces" number={bill.replaces} />],
          bill.reason && ['Reason', bill.reason],
          ['Date', formatDateTime(bill.issuedAt)],
          ['To', bill.buyer.name],
          bill.buyer.address && ['Address', bill.buyer.address],
          bill.buyer.registrationNumber && ['Registration number', bill.buyer.registrationNumber],
          ['Booking', bill.bookingID],
          ['Payment', bill.paymentID],
          [bill.credits && !bill.dueOn ? 'Paid before by' : 'Payment method', bill.paymentMethod],
          bill.cardLast4 && ['Card', cardEnding(bill.cardLast4)],
          bill.transfer && ['Transfer', bill.transfer],
        ]}
      />
      <Table
        isOpen
        caption={bill.dueOn ? 'What is billed' : 'What was paid for'}
        columns={columnsOf(bill.supplier.taxNumber !== '')}
        rows={bill.lines}
        rowKey={(_, position) => String(position)}
      />
      <Facts facts={sumsOfBill(bill)} />
    </HouseSheet>
  )
}

/** A tax invoice says of each line what it costs without the tax. */
const columnsOf = (isRegistered: boolean): Column<BillLine>[] => [
  { header: 'What', cell: ({ text }) => <Unbroken text={text} />, typed: true },
  ...(isRegistered ? [amountColumn('Without GST', ({ net }) => <Money amount={net} />)] : []),
  amountColumn('GST', (line) =>
    isRegistered ? (
      <>
        <Money amount={line.tax} /> ({taxedAs(line)})
      </>
    ) : (
      formatRate(line.rate)
    ),
  ),
  amountColumn('Amount', ({ gross }) => <Money amount={gross} />),
]

const amountColumn = (header: string, cell: Column<BillLine>['cell']) =>
  ({ header, cell, align: 'end', room: 8 }) as const
