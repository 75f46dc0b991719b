import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { chargeApi } from '#contract/charges/api.ts'
import type { Charge } from '#contract/charges/charge.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { t, translate } from '#contract/words/t.ts'
import { ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { refresh, useApi } from '#web/api/use-api.ts'
import { CardForm } from '#web/checkout/CardPayment.tsx'
import { notCompleted, type PaymentFailure } from '#web/checkout/PaymentFailedNotice.tsx'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { AmountDue } from '#web/ui/AmountDue.tsx'
import { BillLink } from '#web/ui/BillLink.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { Loading } from '#web/ui/Loading.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'

/** Where a family pays everything that is due for a booking besides its niche. */
export function PayChargesPage() {
  const [search] = useSearchParams()
  const bookingID = search.get('bookingID') ?? ''
  const charges = useApi(chargeApi.ofBooking, { params: { bookingID } }, { what: 'charges', staleTime: 0 })
  return (
    <Page title={t`What is due`} subtitle={bookingID} parent="myBookings" breadcrumb={t`What is due`} narrow>
      <QueryResult
        query={charges}
        loading={t`Loading what is due...`}
        failure={t`What is due could not be read just now.`}
        missing={t`Booking not found.`}
      >
        {(list) => <Steps key={bookingID} bookingID={bookingID} charges={list} />}
      </QueryResult>
    </Page>
  )
}

const WayBack = () => (
  <ButtonLink to={pathTo('myBookings')} variant="secondary">
    {t`Back to My Bookings`}
  </ButtonLink>
)

function Steps({ bookingID, charges }: { bookingID: string; charges: readonly Charge[] }) {
  const [search, setSearch] = useSearchParams()
  /** The browser is back from the site of a bank or wallet, which adds this. */
  const [isConfirming, setConfirming] = useState(search.has('payment_intent'))
  const [failure, setFailure] = useState<PaymentFailure>()
  const due = charges.filter(({ state }) => state === 'due')
  const tryAgain = () => {
    setSearch({ bookingID }, { replace: true })
    setFailure(notCompleted())
    setConfirming(false)
  }
  if (due.length === 0) return <NothingDue charges={charges} />
  return (
    <>
      <Table isOpen caption={t`What is due`} columns={columns()} rows={due} rowKey={({ chargeID }) => chargeID} />
      {isConfirming ? (
        <Confirming bookingID={bookingID} onUnpaid={tryAgain} />
      ) : (
        <Payment bookingID={bookingID} failure={failure} onPaid={() => setConfirming(true)} />
      )}
    </>
  )
}

const columns = (): readonly Column<Charge>[] => [
  { header: t`What`, cell: ({ text }) => <Unbroken text={translate(text)} />, typed: true },
  { header: t`Amount`, cell: ({ amount }) => <Money amount={amount} />, align: 'end', room: 9 },
]

/** Shown when nothing is due, and once everything is paid. */
function NothingDue({ charges }: { charges: readonly Charge[] }) {
  const bills = [...new Set(charges.flatMap(({ state, billNumber }) => (state === 'paid' && billNumber) || []))]
  return (
    <div className={common.stack4} role="status">
      <Callout tone="good" title={t`Nothing is due`}>
        {bills.length > 0 ? (
          <p>
            {t`Thank you. The payment has arrived. Your bill:`}{' '}
            {bills.map((number) => (
              <span key={number}>
                <BillLink number={number} />{' '}
              </span>
            ))}
          </p>
        ) : (
          <p>{t`There is nothing to pay for this booking.`}</p>
        )}
      </Callout>
      <div>
        <WayBack />
      </div>
    </div>
  )
}

interface PaymentProps {
  bookingID: string
  failure: PaymentFailure | undefined
  onPaid: () => void
}

function Payment({ bookingID, failure, onPaid }: PaymentProps) {
  const intent = useApi(chargeApi.createIntent, { body: { bookingID } }, { staleTime: 0 })
  if (intent.error?.code === 'PAYMENT_PROCESSING') return <Confirming bookingID={bookingID} onUnpaid={onPaid} />
  if (intent.isError && !intent.data) return <Callout tone="bad">{toErrorMessage(intent.error)}</Callout>
  if (!intent.data) return <Loading words={t`Preparing the payment...`} />
  const { clientSecret, amount } = intent.data
  return (
    <div className={common.stack5}>
      <AmountDue amount={amount} />
      <CardForm
        key={clientSecret}
        clientSecret={clientSecret}
        returnPath={pathTo('payCharges', { bookingID })}
        amount={amount}
        failure={failure}
        onPaying={() => undefined}
        onPaid={onPaid}
      >
        <WayBack />
      </CardForm>
    </div>
  )
}

const askAgainAfterMs = 5000

/** Asks the server until the card provider has confirmed the payment; then nothing is due any more. */
function Confirming({ bookingID, onUnpaid }: { bookingID: string; onUnpaid: () => void }) {
  const [isProcessing, setProcessing] = useState(false)
  const giveUp = useEffectEvent(onUnpaid)
  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined
    let isShown = true
    const ask = async () => {
      const code = await askForPayment(bookingID)
      if (!isShown) return
      if (code === 'paid') return void refresh(chargeApi.ofBooking, chargeApi.due, paymentApi.mine)
      if (code === 'PAYMENT_NOT_COMPLETE') return giveUp()
      setProcessing(code === 'PAYMENT_PROCESSING')
      next = setTimeout(ask, askAgainAfterMs)
    }
    void ask()
    return () => {
      isShown = false
      clearTimeout(next)
    }
  }, [bookingID])
  return (
    <div role="status">
      <Loading
        words={
          isProcessing
            ? t`Your bank is still confirming the payment. You can close this page; the receipt is sent to you by email.`
            : t`Confirming with the card provider...`
        }
      />
    </div>
  )
}

/** Answers `paid`, or the code of the error. */
const askForPayment = (bookingID: string): Promise<string> =>
  callApi(chargeApi.finalise, { body: { bookingID } }).then(
    () => 'paid',
    (error: unknown) => (error instanceof ApiError ? error.code : ''),
  )
