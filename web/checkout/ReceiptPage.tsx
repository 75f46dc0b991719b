import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi, type Receipt } from '#contract/payments/api.ts'
import { cardEnding } from '#contract/payments/payment.ts'
import { describeTerm } from '#contract/rights/term.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useApi } from '#web/api/use-api.ts'
import { HouseSheet } from '#web/session/HouseSheet.tsx'
import { useHouse } from '#web/session/house.ts'
import { BillLink } from '#web/ui/BillLink.tsx'
import { Facts } from '#web/ui/Card.tsx'
import { Email } from '#web/ui/Email.tsx'
import { Money } from '#web/ui/Money.tsx'
import { NameByScript } from '#web/ui/NameByScript.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { loadQRCode } from '#web/ui/QrCode.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** The page is designed to be printed. */
export function ReceiptPage() {
  const [search, setSearch] = useSearchParams()
  const bookingID = search.get('bookingID') ?? ''
  const receipt = useApi(paymentApi.receipt, { query: { bookingID } })
  const prints = search.has('print') && receipt.isSuccess
  /** The page prints once: it does not print again if it is loaded again, or gone back to. */
  useEffect(() => {
    if (!prints) return
    setSearch({ bookingID }, { replace: true })
    const print = () => requestAnimationFrame(() => window.print())
    void loadQRCode().then(print, print)
  }, [prints, bookingID, setSearch])
  return (
    <Page title="Receipt" narrow actions={<PrintButton>Print receipt</PrintButton>}>
      <QueryResult
        query={receipt}
        loading="Loading the receipt..."
        failure={
          isNotFound(receipt.error)
            ? 'We could not find a receipt for this booking.'
            : 'The receipt could not be loaded just now.'
        }
      >
        {(data) => <Sheet receipt={data} />}
      </QueryResult>
    </Page>
  )
}

function Sheet({ receipt }: { receipt: Receipt }) {
  const house = useHouse()
  return (
    <HouseSheet
      issuer={receipt.issuer}
      opens="booking"
      path={pathTo('myBookings', { bookingID: receipt.bookingID })}
      house={house.name}
      what={`Receipt ${receipt.paymentID}`}
      amount={<Money amount={receipt.amount} />}
      status={<PaymentBadge status={receipt.paymentStatus} />}
    >
      <Facts
        facts={[
          ['Booking', receipt.bookingID],
          ['Booking type', receipt.bookingType],
          ['Niche', receipt.nicheCode],
          ['Place', receipt.place],
          ['Beneficiary', <NameByScript key="name" name={receipt.beneficiaryName} />],
          ['Applicant', receipt.applicantName],
          ['Contact', <Email key="contact" address={`${receipt.contactNumber}, ${receipt.email}`} />],
          ['Payment method', receipt.paymentMethod],
          ...(receipt.cardLast4 ? [['Card', cardEnding(receipt.cardLast4)] as const] : []),
          ...(receipt.right ? [['Right to the niche', describeTerm(receipt.right)] as const] : []),
          ['Date', formatDateTime(receipt.paymentDate)],
          ...(receipt.billNumber ? [['Bill', <BillLink key="bill" number={receipt.billNumber} />] as const] : []),
        ]}
      />
    </HouseSheet>
  )
}
