import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi, type Receipt } from '#contract/payments/api.ts'
import { cardEnding } from '#contract/payments/payment.ts'
import { describeTerm } from '#contract/rights/term.ts'
import { t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { both, inBoth } from '#web/core/Both.tsx'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { HouseSheet } from '#web/session/HouseSheet.tsx'
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
    <Page title={t`Receipt`} narrow actions={<PrintButton>{t`Print receipt`}</PrintButton>}>
      <QueryResult
        query={receipt}
        loading={t`Loading the receipt...`}
        failure={t`The receipt could not be loaded just now.`}
        missing={t`We could not find a receipt for this booking.`}
      >
        {(data) => <Sheet receipt={data} />}
      </QueryResult>
    </Page>
  )
}

function Sheet({ receipt }: { receipt: Receipt }) {
  const { term } = receipt
  return (
    <HouseSheet
      issuer={receipt.issuer}
      opens="booking"
      path={pathTo('myBookings', { bookingID: receipt.bookingID })}
      house={receipt.houseName}
      what={
        <>
          {both`Receipt`} <Unbroken text={receipt.paymentID} />
        </>
      }
      amount={<Money amount={receipt.amount} />}
      status={<PaymentBadge status={receipt.paymentStatus} label={inBoth(() => translate(receipt.paymentStatus))} />}
    >
      <Facts
        facts={[
          [both`Booking`, receipt.bookingID],
          [both`Booking type`, inBoth(() => translate(receipt.bookingType))],
          [both`Niche`, receipt.nicheCode],
          [both`Place`, inBoth(() => receipt.place)],
          [both`Beneficiary`, <NameByScript key="name" name={receipt.beneficiaryName} />],
          [both`Applicant`, receipt.applicantName],
          [both`Contact`, <Email key="contact" address={`${receipt.contactNumber}, ${receipt.email}`} />],
          [both`Payment method`, inBoth(() => translate(receipt.paymentMethod))],
          receipt.cardLast4 && [both`Card`, inBoth(() => translate(cardEnding(receipt.cardLast4 ?? '')))],
          term && [both`Right to the niche`, inBoth(() => describeTerm(term))],
          [both`Date`, inBoth(() => formatDateTime(receipt.paymentDate))],
          receipt.billNumber && [both`Bill`, <BillLink key="bill" number={receipt.billNumber} />],
        ]}
      />
    </HouseSheet>
  )
}
