import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { chargeApi } from '#contract/charges/api.ts'
import type { Charge } from '#contract/charges/charge.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { t, translate } from '#contract/words/t.ts'
import { ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { refresh, useApi, useUpToDate } from '#web/api/use-api.ts'
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

interface Started {
  bookingID: string
  /** Without it, the server looks at the newest payment. */
  paymentID?: string | undefined
}

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
  /** The browser is back from the site of a bank or wallet, which adds `payment_intent`. */
  const [started, setStarted] = useState<Started | undefined>(
    search.has('payment_intent') ? { bookingID, paymentID: search.get('paymentID') ?? undefined } : undefined,
  )
  const [failure, setFailure] = useState<PaymentFailure>()
  const [hasArrived, setArrived] = useState(false)
  const due = charges.filter(({ state }) => state === 'due')
  const finish = (failed?: PaymentFailure) => {
    setSearch({ bookingID }, { replace: true })
    setFailure(failed)
    setArrived(!failed)
    setStarted(undefined)
  }
  if (due.length === 0 && !started) return <NothingDue charges={charges} failure={failure} />
  return (
    <>
      {hasArrived && !started && <StillDue />}
      {due.length > 0 && (
        <Table isOpen caption={t`What is due`} columns={columns()} rows={due} rowKey={({ chargeID }) => chargeID} />
      )}
      {started ? (
        <Confirming {...started} onPaid={finish} onUnpaid={finish} />
      ) : (
        <Payment bookingID={bookingID} failure={failure} onStarted={setStarted} onPaid={finish} />
      )}
    </>
  )
}

/** A clerk has charged something more since the family began to pay. */
const StillDue = () => (
  <div role="status">
    <Callout tone="good" title={t`Your payment has arrived`}>
      <p>
        {t`Thank you. The receipt is sent to you by email. Something more was charged in the meantime, and is still due.`}
      </p>
    </Callout>
  </div>
)

const columns = (): readonly Column<Charge>[] => [
  { header: t`What`, cell: ({ text }) => <Unbroken text={translate(text)} />, typed: true },
  { header: t`Amount`, cell: ({ amount }) => <Money amount={amount} />, align: 'end', room: 9 },
]

interface NothingDueProps {
  charges: readonly Charge[]
  /** Why the card payment did not count, if what was due was settled another way. */
  failure: PaymentFailure | undefined
}

/** Shown when nothing is due, and once everything is paid. */
function NothingDue({ charges, failure }: NothingDueProps) {
  const bills = [...new Set(charges.flatMap(({ state, billNumber }) => (state === 'paid' && billNumber) || []))]
  return (
    <div className={common.stack4} role="status">
      <Callout tone="good" title={t`Nothing is due`}>
        {failure ? (
          <p>{failure.reason}</p>
        ) : bills.length > 0 ? (
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
  onStarted: (started: Started) => void
  onPaid: () => void
}

function Payment({ bookingID, failure, onStarted, onPaid }: PaymentProps) {
  /** An earlier intent may be paid already, and another amount due. */
  const intent = useUpToDate(useApi(chargeApi.createIntent, { body: { bookingID } }, { staleTime: 0 }))
  const startNext = () => {
    void intent.refetch()
    onPaid()
  }
  if (intent.error?.code === 'PAYMENT_PROCESSING')
    return <Confirming bookingID={bookingID} onPaid={startNext} onUnpaid={() => onStarted({ bookingID })} />
  if (intent.isError && !intent.data) return <Callout tone="bad">{toErrorMessage(intent.error)}</Callout>
  if (!intent.data) return <Loading words={t`Preparing the payment...`} />
  const { clientSecret, paymentID, amount } = intent.data
  return (
    <div className={common.stack5}>
      <AmountDue amount={amount} />
      <CardForm
        key={clientSecret}
        clientSecret={clientSecret}
        /** A server of the previous version, which may reply during an upgrade, names no payment. */
        returnPath={pathTo('payCharges', { bookingID, ...(paymentID && { paymentID }) })}
        amount={amount}
        paysFor="charges"
        failure={failure}
        onPaying={() => undefined}
        onPaid={() => onStarted({ bookingID, paymentID })}
      >
        <WayBack />
      </CardForm>
    </div>
  )
}

const askAgainAfterMs = 5000

interface ConfirmingProps extends Started {
  onPaid: () => void
  onUnpaid: (failure: PaymentFailure) => void
}

/** Asks the server until the card provider has confirmed the payment. */
function Confirming({ bookingID, paymentID, onPaid, onUnpaid }: ConfirmingProps) {
  const [isProcessing, setProcessing] = useState(false)
  const finish = useEffectEvent(onPaid)
  const giveUp = useEffectEvent(onUnpaid)
  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined
    let isShown = true
    const ask = async () => {
      const { code, failure } = await askForPayment({ bookingID, paymentID })
      if (!isShown) return
      if (code === 'paid' || failure) {
        await refresh(chargeApi.ofBooking, chargeApi.due, paymentApi.mine)
        if (!isShown) return
        return failure ? giveUp(failure) : finish()
      }
      setProcessing(code === 'PAYMENT_PROCESSING')
      next = setTimeout(ask, askAgainAfterMs)
    }
    void ask()
    return () => {
      isShown = false
      clearTimeout(next)
    }
  }, [bookingID, paymentID])
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

/** Answers `paid`, or the code of the error; and the failure, if there is nothing to wait for any more. */
const askForPayment = (started: Started): Promise<{ code: string; failure?: PaymentFailure }> =>
  callApi(chargeApi.finalise, { body: started }).then(
    () => ({ code: 'paid' }),
    (error: unknown) => {
      if (!(error instanceof ApiError)) return { code: '' }
      const { code } = error
      if (code === 'PAYMENT_NOT_COMPLETE') return { code, failure: notCompleted() }
      if (code === 'PAYMENT_RETURNED') return { code, failure: { reason: toErrorMessage(error), isDeclined: false } }
      return { code }
    },
  )
