import { useParams } from 'react-router'
import { billApi } from '#contract/bills/api.ts'
import {
  awaitedBy,
  type Bill,
  type BillLine,
  billTitle,
  howToPay,
  issuerOfBill,
  lineQuantity,
  sumsOfBill,
  taxedAs,
} from '#contract/bills/bill.ts'
import { formatDateTime, formatDay } from '#contract/dates.ts'
import { formatRate } from '#contract/house/tax.ts'
import { pathTo } from '#contract/pages.ts'
import { cardEnding } from '#contract/payments/payment.ts'
import { t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { both, InBoth, inBoth, inOneLine } from '#web/core/Both.tsx'
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
    <Page
      title={bill.data ? translate(billTitle(bill.data)) : t`Bill`}
      narrow
      actions={<PrintButton>{t`Print`}</PrintButton>}
    >
      <QueryResult
        query={bill}
        loading={t`Loading the bill...`}
        failure={t`The bill could not be loaded just now.`}
        missing={t`We could not find a bill ${number}.`}
      >
        {(data) => (
          <>
            <Actions bill={data} />
            <Sheet bill={data} />
          </>
        )}
      </QueryResult>
    </Page>
  )
}

/** These are below the title, because beside it they would move it once the bill has loaded. */
function Actions({ bill }: { bill: Bill }) {
  const { role } = useSignedIn()
  if (role !== 'staff' || bill.kind !== 'bill' || bill.creditedBy) return null
  return (
    <div data-screen-only className={common.row3}>
      <BillActions bill={bill} />
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
      what={
        <>
          {inBoth(() => translate(billTitle(bill)))} <Unbroken text={bill.number} />
        </>
      }
      amount={<Money amount={bill.gross} />}
      status={
        dueOn && (
          <span className={common.help}>
            {bill.state === 'open' ? both`To be paid by` : both`Overdue since`} {inBoth(() => formatDay(dueOn))}
          </span>
        )
      }
    >
      {bill.creditedBy && (
        <p>
          <InBoth>
            This bill was taken back by credit note <BillLink number={bill.creditedBy} />.
          </InBoth>
          {bill.replacedBy && (
            <>
              {' '}
              <InBoth>
                The right one is <BillLink number={bill.replacedBy} />.
              </InBoth>
            </>
          )}
        </p>
      )}
      {dueOn && <p>{inBoth(() => translate(howToPay({ ...bill, dueOn })))}</p>}
      <Facts
        facts={[
          bill.credits && [both`Takes back`, <BillLink key="credits" number={bill.credits} />],
          bill.replaces && [both`Replaces`, <BillLink key="replaces" number={bill.replaces} />],
          bill.reason && [both`Reason`, bill.reason],
          [both`Date`, inBoth(() => formatDateTime(bill.issuedAt))],
          [both`To`, bill.buyer.name],
          bill.buyer.address && [both`Address`, bill.buyer.address],
          bill.buyer.registrationNumber && [both`Registration number`, bill.buyer.registrationNumber],
          [both`Booking`, bill.bookingID],
          [both`Payment`, bill.paymentID],
          [both`Payment method`, inBoth(() => translate(bill.paymentMethod))],
          bill.cardLast4 && [both`Card`, inBoth(() => translate(cardEnding(bill.cardLast4 ?? '')))],
          bill.transfer && [both`Transfer`, bill.transfer],
        ]}
      />
      <Table
        isOpen
        caption={bill.dueOn ? t`What is billed` : t`What was paid for`}
        columns={columnsOf(bill.supplier.taxNumber !== '')}
        rows={bill.lines}
        rowKey={(_, position) => String(position)}
      />
      <Facts facts={sumsOfBill(bill).map(([name, amount]) => [inBoth(() => translate(name)), amount])} />
    </HouseSheet>
  )
}

/** A tax invoice says of each line how many there are, and what it costs without the tax. */
const columnsOf = (isRegistered: boolean): Column<BillLine>[] => [
  { header: inOneLine`What`, cell: ({ text }) => inBoth(() => translate(text)), typed: true, room: 6 },
  { header: inOneLine`Quantity`, cell: () => lineQuantity, align: 'end', room: 5 },
  ...(isRegistered ? [amountColumn(inOneLine`Without GST`, ({ net }) => <Money amount={net} />)] : []),
  amountColumn(inOneLine`GST`, (line) =>
    isRegistered ? (
      <>
        <Money amount={line.tax} /> ({inBoth(() => translate(taxedAs(line)))})
      </>
    ) : (
      formatRate(line.rate)
    ),
  ),
  amountColumn(inOneLine`Amount`, ({ gross }) => <Money amount={gross} />),
]

const amountColumn = (header: string, cell: Column<BillLine>['cell']) =>
  ({ header, cell, align: 'end', room: 7.5 }) as const
