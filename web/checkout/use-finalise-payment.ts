import { useCallback, useEffect, useState } from 'react'
import { bookingApi } from '#contract/bookings/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import type { Role } from '#contract/roles.ts'
import { t } from '#contract/words/t.ts'
import { ApiError, isClientError, toErrorMessage } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { onReconnected } from '#web/api/connection.ts'
import { refresh } from '#web/api/use-api.ts'
import { toast } from '#web/core/toast.tsx'
import { clearPaymentSession, readPaymentSession } from '#web/session/payment-session.ts'

export interface Finalised {
  /** `processing`: a bank or wallet has yet to confirm the payment. */
  state: 'working' | 'processing' | 'done' | 'failed'
  failure: string
  /** The provider says that nothing was paid, so the family can try again. */
  isUnpaid?: boolean
  /** The server has not said no, so it can be asked again. */
  isUnanswered?: boolean
}

const askAgainAfterMs = 5000

const working: Finalised = { state: 'working', failure: '' }

/** A family finalises the payment by opening the page; a clerk has done so before and only checks the receipt. Both then have it sent. */
export function useFinalisePayment(bookingID: string, role: Role) {
  const [outcome, setOutcome] = useState(working)
  const [attempt, setAttempt] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again.
  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined
    let isShown = true
    const ask = async () => {
      const found = await finalise(bookingID, role)
      if (!isShown) return
      setOutcome(found)
      if (found.state === 'processing') next = setTimeout(ask, askAgainAfterMs)
    }
    void ask()
    return () => {
      isShown = false
      clearTimeout(next)
    }
  }, [bookingID, role, attempt])
  const askAgain = useCallback(() => {
    setOutcome(working)
    setAttempt((last) => last + 1)
  }, [])
  const { isUnanswered } = outcome
  useEffect(() => (isUnanswered ? onReconnected(askAgain) : undefined), [isUnanswered, askAgain])
  return { outcome, askAgain }
}

/** The payment is finalised once per booking and page load, however often React runs the effect. */
const inProgress = new Map<string, Promise<Finalised>>()

function finalise(bookingID: string, role: Role): Promise<Finalised> {
  const running = inProgress.get(bookingID) ?? runFinalise(bookingID, role)
  inProgress.set(bookingID, running)
  return running
}

async function runFinalise(bookingID: string, role: Role): Promise<Finalised> {
  const { paymentMethod, amount, userEmail } = readPaymentSession(bookingID)
  try {
    if (role === 'user') {
      const paymentAmount = paymentMethod === 'Waived' ? '0.00' : amount
      await callApi(paymentApi.update, {
        body: { bookingID, paymentMethod, ...(paymentAmount !== undefined && { paymentAmount }) },
      })
      await refresh(bookingApi.ofUser, bookingApi.byID, paymentApi.mine)
    } else await callApi(paymentApi.receipt, { query: { bookingID } })
  } catch (error) {
    inProgress.delete(bookingID)
    const isUnanswered = !isClientError(error) || (error instanceof ApiError && error.status === 429)
    if (role !== 'user') return { state: 'failed', failure: toErrorMessage(error), isUnanswered }
    const code = error instanceof ApiError ? error.code : ''
    if (code === 'PAYMENT_PROCESSING') {
      /** The payment step must ask again whether there is something to pay. */
      void refresh(paymentApi.createIntent)
      return { state: 'processing', failure: '' }
    }
    const failure = isClientError(error)
      ? t`Failed to update transaction.`
      : t`Server error while updating transaction.`
    return { state: 'failed', failure, isUnpaid: code === 'PAYMENT_NOT_COMPLETE', isUnanswered }
  }
  clearPaymentSession()
  void sendReceipt(bookingID, userEmail)
  return { state: 'done', failure: '' }
}

/** The payment is recorded even if this fails. */
async function sendReceipt(bookingID: string, to: string | undefined) {
  try {
    await callApi(paymentApi.sendReceipt, { body: { bookingID, ...(to !== undefined && { to }) } })
  } catch (error) {
    toast.error(
      isClientError(error)
        ? t`Failed to send payment summary email from endpoint.`
        : t`Server error while sending payment confirmation email.`,
    )
  }
}
