import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { accountApi } from '#contract/accounts/api.ts'
import type { SubmittedBooking } from '#contract/bookings/api.ts'
import { isFree } from '#contract/money.ts'
import { type ApiError, isClientError } from '#web/api/api-error.ts'
import { useApi } from '#web/api/use-api.ts'
import { ApplicationForm, draftName } from '#web/bookings/application/ApplicationForm.tsx'
import { ApplicationStep } from '#web/bookings/application/ApplicationStep.tsx'
import { NicheTakenNotice } from '#web/bookings/application/NicheTakenNotice.tsx'
import { useBookingStep } from '#web/bookings/application/use-booking-step.ts'
import { useChosenNiche } from '#web/bookings/application/use-chosen-niche.ts'
import { useReturnFocus } from '#web/bookings/application/use-return-focus.ts'
import { NichePicker } from '#web/niches/NichePicker.tsx'
import { clearDraft } from '#web/session/drafts.ts'
import { savePaymentSession } from '#web/session/payment-session.ts'
import { useSignedIn } from '#web/session/session.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { Page } from '#web/ui/Page.tsx'
import { CounterPaymentPage } from './CounterPaymentPage.tsx'
import { PeopleInNiche } from './PeopleInNiche.tsx'

/** A clerk books for a family at the counter: the map, then the form, then the payment. */
export function CounterBookingPage() {
  const step = useBookingStep()
  const { userID, role } = useSignedIn()
  const account = useApi(accountApi.byID, { query: { userID } })
  const mode = useSiteConfig()?.mode
  const { niche, choose } = useChosenNiche(step)
  const [isBooking, setBooking] = useState(false)
  /** Used as the form's key: a new number gives an empty form, so the next family sees nothing of the last. */
  const [formNumber, setFormNumber] = useState(1)
  const [isOwnBooking, setOwnBooking] = useState(false)
  const [isTaken, setTaken] = useState(false)

  const [hold, setHold] = useState<{ nicheID: string | undefined; holdExpiresAt: string | null }>()
  const form = useRef<HTMLElement>(null)
  useReturnFocus(step.bookingID, form)

  const open = () => {
    flushSync(() => setBooking(true))
    focusHeading(form.current)
  }
  const select = (next: typeof niche) => {
    choose(next)
    setOwnBooking(false)
    setTaken(false)
    if (!next) setBooking(false)
  }
  const pay = (booking: SubmittedBooking) => {
    const { bookingID, amount, email, holdExpiresAt } = booking
    if (isFree(booking.amount)) return void step.succeed(bookingID)
    setHold({ nicheID: niche?.nicheID, holdExpiresAt })
    savePaymentSession({ bookingID, amount, userEmail: email })
    step.pay(bookingID)
  }
  const cancel = () => {
    clearDraft(draftName)
    flushSync(() => {
      setFormNumber(formNumber + 1)
      setBooking(false)
    })
    focusHeading(document.querySelector('main'))
  }
  const refuse = (error: ApiError) => {
    /** Unless the server refused it, the booking may have been made although its answer was lost. */
    if (isClientError(error)) setOwnBooking(false)
    if (error.code !== 'NICHE_TAKEN') return
    select(undefined)
    setTaken(true)
  }

  return (
    <>
      <div hidden={step.bookingID !== undefined}>
        <Page title="Niche Booking">
          {isTaken && <NicheTakenNotice />}
          <NichePicker
            isHidden={step.bookingID !== undefined}
            selected={niche}
            onSelect={select}
            disabled={isBooking}
            isOwnBooking={isOwnBooking}
            panel={({ status, nicheID }) =>
              status === 'Available' ? (
                !isBooking && <Button onClick={open}>Book This Niche</Button>
              ) : (
                <PeopleInNiche nicheID={nicheID} />
              )
            }
          />
          {mode && (
            <ApplicationStep
              ref={form}
              isOpen={isBooking}
              role={role}
              niche={niche}
              holdExpiresAt={hold?.nicheID === niche?.nicheID ? hold?.holdExpiresAt : undefined}
            >
              <ApplicationForm
                key={formNumber}
                role={role}
                account={account.data}
                niche={niche}
                withSample={mode === 'demo'}
                onSend={() => setOwnBooking(true)}
                onBooked={pay}
                onRefused={refuse}
                onCancel={cancel}
              />
            </ApplicationStep>
          )}
        </Page>
      </div>
      {step.bookingID && <CounterPaymentPage bookingID={step.bookingID} />}
    </>
  )
}
