import { useEffect, useState } from 'react'
import { bookingApi } from '#contract/bookings/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import type { Role } from '#contract/roles.ts'
import { ApiError } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { refresh } from '#web/api/use-api.ts'
import { toast } from '#web/ui/toast.ts'
import { forgetPaymentSession, readPaymentSession } from './payment-session.ts'

interface Finalised {
  state: 'working' | 'done' | 'failed'
  failure: string
}

/** Arriving is what finalises a family's payment; the counter has done it before it comes here. Both ask for the receipt. */
export function useFinalisedPayment(bookingID: string, role: Role): Finalised {
  const [outcome, setOutcome] = useState<Finalised>({ state: 'working', failure: '' })
  useEffect(() => {
    void finalise(bookingID, role).then(setOutcome)
  }, [bookingID, role])
  return outcome
}

/** Each booking once for the life of the page, however often React asks. */
const begun = new Map<string, Promise<Finalised>>()

function finalise(bookingID: string, role: Role): Promise<Finalised> {
  const going = begun.get(bookingID) ?? finaliseNow(bookingID, role)
  begun.set(bookingID, going)
  return going
}

async function finaliseNow(bookingID: string, role: Role): Promise<Finalised> {
  const { paymentMethod, amount, userEmail } = readPaymentSession()
  try {
    if (role === 'user') {
      const paymentAmount = paymentMethod === 'Waived' ? '0.00' : amount
      await callApi(paymentApi.update, {
        body: { bookingID, paymentMethod, ...(paymentAmount !== undefined && { paymentAmount }) },
      })
      forgetPaymentSession()
      await refresh(bookingApi.ofUser, bookingApi.byID, paymentApi.mine)
    }
  } catch (error) {
    begun.delete(bookingID)
    const failure = answered(error) ? 'Failed to update transaction.' : 'Server error while updating transaction.'
    toast.error(failure)
    return { state: 'failed', failure }
  }
  void sendReceipt(bookingID, userEmail)
  return { state: 'done', failure: '' }
}

/** Money and niche agree whether or not the receipt can be asked for now. */
async function sendReceipt(bookingID: string, to: string | undefined) {
  try {
    await callApi(paymentApi.sendReceipt, { body: { bookingID, ...(to !== undefined && { to }) } })
  } catch (error) {
    toast.error(
      answered(error)
        ? 'Failed to send payment summary email from endpoint.'
        : 'Server error while sending payment confirmation email.',
    )
  }
}

/** A refusal is an answer; silence and a failing server are not. */
const answered = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500
