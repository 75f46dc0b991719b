import { useState } from 'react'
import { accountApi } from '#contract/accounts/api.ts'
import type { BookingMade } from '#contract/bookings/api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { useApi } from '#web/api/use-api.ts'
import { ApplicationForm } from '#web/bookings/application/ApplicationForm.tsx'
import { NicheLost } from '#web/bookings/application/NicheLost.tsx'
import { useBookingStep } from '#web/bookings/application/use-booking-step.ts'
import { useChosenNiche } from '#web/bookings/application/use-chosen-niche.ts'
import { NichePicker } from '#web/niches/NichePicker.tsx'
import { keepPaymentSession } from '#web/session/payment-session.ts'
import { useSignedIn } from '#web/session/session.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { CounterPaymentPage } from './CounterPaymentPage.tsx'

/** Booking for someone who stands at the counter: the map, the form that the button opens, and then what was paid. */
export function NicheBookingPage() {
  const step = useBookingStep()
  const { userID, role } = useSignedIn()
  const account = useApi(accountApi.byID, { query: { userID } })
  const mode = useSiteConfig()?.mode
  const { niche, choose } = useChosenNiche(step)
  const [isBooking, setBooking] = useState(false)
  const [isOurs, setOurs] = useState(false)
  const [isLost, setLost] = useState(false)

  const select = (next: typeof niche) => {
    choose(next)
    setOurs(false)
    setLost(false)
    if (!next) setBooking(false)
  }
  const pay = ({ bookingID, amount, email }: BookingMade) => {
    keepPaymentSession({ bookingID, amount, userEmail: email })
    step.pay(bookingID)
  }
  const refuse = (error: ApiError) => {
    setOurs(false)
    if (error.code !== 'NICHE_TAKEN') return
    select(undefined)
    setLost(true)
  }

  return (
    <>
      <div hidden={step.bookingID !== undefined}>
        <Page title="Niche Booking">
          {isLost && <NicheLost />}
          <NichePicker
            role={role}
            selected={niche}
            onSelect={select}
            disabled={isBooking}
            ours={isOurs}
            panel={({ status }) =>
              status === 'Available' && !isBooking && <Button onClick={() => setBooking(true)}>Book This Niche</Button>
            }
          />
          {mode && (
            <section hidden={!isBooking} aria-label="Application">
              <ApplicationForm
                role={role}
                account={account.data}
                niche={niche}
                withSample={mode === 'demo'}
                onSend={() => setOurs(true)}
                onBooked={pay}
                onRefused={refuse}
                onCancel={() => setBooking(false)}
              />
            </section>
          )}
        </Page>
      </div>
      {step.bookingID && <CounterPaymentPage bookingID={step.bookingID} />}
    </>
  )
}
