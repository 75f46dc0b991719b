import { useState } from 'react'
import { accountApi } from '#contract/accounts/api.ts'
import type { BookingMade } from '#contract/bookings/api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { useApi } from '#web/api/use-api.ts'
import { ApplicationForm } from '#web/bookings/application/ApplicationForm.tsx'
import { NicheLost } from '#web/bookings/application/NicheLost.tsx'
import { useBookingStep } from '#web/bookings/application/use-booking-step.ts'
import { useChosenNiche } from '#web/bookings/application/use-chosen-niche.ts'
import { UnpaidBookings } from '#web/bookings/own/UnpaidBookings.tsx'
import { NichePicker } from '#web/niches/NichePicker.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import { Button } from '#web/ui/Button.tsx'
import { Loading } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { CardPaymentPage } from './CardPaymentPage.tsx'

const lead = 'Choose a niche on the map. The form opens below it, and nothing is charged until you pay.'
const formID = 'application'

/** A family's way from the map to the payment. The form stays behind the payment step, so that going back finds it as it was. */
export function BookNichePage() {
  const step = useBookingStep()
  const { userID, role } = useSignedIn()
  const account = useApi(accountApi.byID, { query: { userID } })
  const mode = useSiteConfig()?.mode
  const { niche, choose } = useChosenNiche(step)
  const [made, setMade] = useState<BookingMade>()
  const [isOurs, setOurs] = useState(false)
  const [isLost, setLost] = useState(false)
  const [isOpened, setOpened] = useState(false)
  if (niche && !isOpened) setOpened(true)

  const select = (next: typeof niche) => {
    choose(next)
    setOurs(false)
    setLost(false)
  }
  const refuse = (error: ApiError) => {
    setOurs(false)
    if (error.code !== 'NICHE_TAKEN') return
    choose(undefined)
    setLost(true)
  }
  const book = (booking: BookingMade) => {
    setMade(booking)
    step.pay(booking.bookingID)
  }

  return (
    <>
      <div hidden={step.bookingID !== undefined}>
        <Page title="Book a Niche" lead={lead}>
          <UnpaidBookings userID={userID} except={made?.bookingID} />
          {isLost && <NicheLost />}
          <NichePicker
            role={role}
            selected={niche}
            onSelect={select}
            ours={isOurs}
            panel={() => <Button onClick={showForm}>Continue to the form</Button>}
          />
          <section id={formID} hidden={!isOpened} aria-label="Application">
            {account.data && mode ? (
              <ApplicationForm
                role={role}
                account={account.data}
                niche={niche}
                withSample={mode === 'demo'}
                onSend={() => setOurs(true)}
                onBooked={book}
                onRefused={refuse}
              />
            ) : (
              <Loading words="Preparing the form..." />
            )}
          </section>
        </Page>
      </div>
      {step.bookingID && <CardPaymentPage bookingID={step.bookingID} fromForm={made?.bookingID === step.bookingID} />}
    </>
  )
}

const showForm = () => document.getElementById(formID)?.scrollIntoView({ block: 'start' })
