import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { accountApi } from '#contract/accounts/api.ts'
import { bookingApi, type SubmittedBooking } from '#contract/bookings/api.ts'
import { isFree } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { nameInNiche } from '#contract/registers/partial-date.ts'
import { type ApiError, isClientError } from '#web/api/api-error.ts'
import { useApi } from '#web/api/use-api.ts'
import { NichePicker } from '#web/niches/NichePicker.tsx'
import { clearDraft } from '#web/session/drafts.ts'
import { savePaymentSession } from '#web/session/payment-session.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { Page } from '#web/ui/Page.tsx'
import { draftName } from './ApplicationForm.tsx'
import { ApplicationStep } from './ApplicationStep.tsx'
import { NicheTakenNotice } from './BookingNotices.tsx'
import { CounterPaymentPage } from './CounterPaymentPage.tsx'
import { useBookingStep, useChosenNiche, useReturnFocus } from './use-booking-step.ts'

/** A clerk books for a family at the counter: the map, then the form, then the payment. */
export function CounterBookingPage() {
  const step = useBookingStep()
  const { userID } = useSignedIn()
  const account = useApi(accountApi.byID, { query: { userID } })
  const { niche, choose } = useChosenNiche(step)
  const [isBooking, setBooking] = useState(false)
  /** A new number gives an empty form, so the next family sees nothing of the last. */
  const [formNumber, setFormNumber] = useState(1)
  const [isOwnBooking, setOwnBooking] = useState(false)
  const [isTaken, setTaken] = useState(false)
  const [hold, setHold] = useState<{ nicheID: string | undefined; holdExpiresAt: string | null }>()
  const [hasDied, setDied] = useState(false)
  const form = useRef<HTMLElement>(null)
  useReturnFocus(step, form)

  const open = () => {
    flushSync(() => setBooking(true))
    document.querySelector(`[data-niche="${niche?.nicheID}"]`)?.scrollIntoView({ block: 'center', inline: 'center' })
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
  const backToForm = () => {
    setDied(true)
    step.leavePayment()
  }
  const cancel = () => {
    clearDraft(draftName)
    flushSync(() => {
      setFormNumber(formNumber + 1)
      setDied(false)
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
          <ApplicationStep
            ref={form}
            isOpen={isBooking}
            account={account}
            niche={niche}
            holdExpiresAt={hold?.nicheID === niche?.nicheID ? hold?.holdExpiresAt : undefined}
            formNumber={formNumber}
            hasDied={hasDied}
            onSend={() => setOwnBooking(true)}
            onBooked={pay}
            onRefused={refuse}
            onCancel={cancel}
          />
        </Page>
      </div>
      {step.bookingID && <CounterPaymentPage bookingID={step.bookingID} onDied={isBooking ? backToForm : undefined} />}
    </>
  )
}

/** Lists for staff who has a place in a niche, with the way to place another person there. */
function PeopleInNiche({ nicheID }: { nicheID: string }) {
  const people = useApi(bookingApi.inNiche, { query: { nicheID } }, { what: 'people in this niche' }).data ?? []
  const beside = people.find(({ roomLeft }) => roomLeft)
  return (
    <>
      <ul aria-label="Who has a place in this niche">
        {people.map(({ bookingID, bookingType, ...person }) => (
          <li key={bookingID}>
            <Link to={pathTo('staffPerson', { bookingID })}>{nameInNiche(person)}</Link>
            {bookingType === 'PreOrder' && ', for later'}
          </li>
        ))}
      </ul>
      {beside && (
        <ButtonLink variant="secondary" to={pathTo('anotherPerson', { bookingID: beside.bookingID })}>
          Place another person here
        </ButtonLink>
      )}
    </>
  )
}
