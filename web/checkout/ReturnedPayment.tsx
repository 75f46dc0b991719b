import { useEffect, useEffectEvent } from 'react'
import { paymentApi } from '#contract/payments/api.ts'
import { t } from '#contract/words/t.ts'
import { ApiError } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { Loading } from '#web/ui/Loading.tsx'

interface ReturnedPaymentProps {
  bookingID: string
  /** Called if it is paid, still being confirmed, or unknown: the next page asks again and says which. */
  onPaid: () => void
  onUnpaid: () => void
}

/** The browser is back from the site of a bank or wallet: the server asks the provider how that ended. */
export function ReturnedPayment({ bookingID, onPaid, onUnpaid }: ReturnedPaymentProps) {
  const goOn = useEffectEvent((error?: unknown) => {
    if (error instanceof ApiError && error.code === 'PAYMENT_NOT_COMPLETE') onUnpaid()
    else onPaid()
  })
  useEffect(() => {
    void callApi(paymentApi.update, { body: { bookingID } }).then(() => goOn(), goOn)
  }, [bookingID])
  return <Loading words={t`Confirming with the card provider...`} />
}
