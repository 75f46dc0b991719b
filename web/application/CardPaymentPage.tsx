import { useState } from 'react'
import { accountApi } from '#contract/accounts/api.ts'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { AskBookingType } from '#web/bookings/AskBookingType.tsx'
import { beneficiaryFacts } from '#web/bookings/beneficiary-facts.ts'
import { isPreOrder } from '#web/bookings/booking-actions.ts'

import { CardPayment } from '#web/checkout/CardPayment.tsx'
import { notCompleted, type PaymentFailure } from '#web/checkout/PaymentFailedNotice.tsx'
import { ReturnedPayment } from '#web/checkout/ReturnedPayment.tsx'
import { T } from '#web/core/T.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { useStepFocus } from '#web/ui/focus-heading.ts'
import { Loading } from '#web/ui/Loading.tsx'
import { NameByScript } from '#web/ui/NameByScript.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from './PaymentPage.module.css'
import { useBookingStep } from './use-booking-step.ts'
import { useRightTerm } from './use-right-term.ts'

interface CardPaymentPageProps {
  bookingID: string
  /** The form is still there behind this step. */
  fromForm: boolean
  /** Goes back to the form, which then asks for the date of death. */
  onDied: () => void
}

/** The payment step of a family, reached from the form, later from My Bookings, or from the site of a bank. */
export function CardPaymentPage({ bookingID, fromForm, onDied }: CardPaymentPageProps) {
  const { leavePayment, succeed, isReturning, endReturn } = useBookingStep()
  const { userID } = useSignedIn()
  const account = useApi(accountApi.byID, { query: { userID } })
  const [failure, setFailure] = useState<PaymentFailure>()
  const top = useStepFocus()
  const found = useApi(bookingApi.byID, { query: { bookingID } }, { what: 'booking details' })
  const booking = found.data?.[0]
  const goOn = () => succeed(bookingID)
  const tryAgain = () => {
    setFailure(notCompleted())
    endReturn()
  }
  const wayBack = fromForm ? (
    <Button variant="secondary" onClick={leavePayment}>
      {t`Back to the form`}
    </Button>
  ) : (
    <ButtonLink to={pathTo('myBookings')} variant="secondary">
      {t`Back to My Bookings`}
    </ButtonLink>
  )
  return (
    <div ref={top}>
      <Page title={t`Payment`} breadcrumb={t`Book a Niche`}>
        <div className={styles.step}>
          {booking && <CheckAnswers booking={booking} applicantName={account.data?.fullName} />}
          {isReturning && !failure ? (
            <ReturnedPayment bookingID={bookingID} onPaid={goOn} onUnpaid={tryAgain} />
          ) : found.isPending ? (
            <Loading words={t`Preparing the payment...`} />
          ) : (
            <AskBookingType booking={booking} onDied={fromForm ? onDied : undefined} wayBack={wayBack}>
              <CardPayment bookingID={bookingID} email={account.data?.email ?? ''} failure={failure} onPaid={goOn}>
                {wayBack}
              </CardPayment>
            </AskBookingType>
          )}
        </div>
      </Page>
    </div>
  )
}

/** The details that the family has entered, as they will be written, and what it pays for. */
function CheckAnswers({ booking, applicantName }: { booking: OwnBooking; applicantName: string | undefined }) {
  const forLater = isPreOrder(booking)
  const term = useRightTerm(booking.bookingID)
  const answers = beneficiaryFacts
    .map(({ what, textOf }) => [translate(what), textOf(booking, '')] as const)
    .filter(([, text]) => text !== '')
  return (
    <Card title={t`Please check before you pay`}>
      <p>{t`Names and dates are written like this on our papers.`}</p>
      <Facts
        facts={[
          [
            t`Name`,
            <div key="name" className={common.bold}>
              <NameByScript name={booking.beneficiaryName} />
            </div>,
          ],
          ...answers,
          booking.typeGiven && [
            t`Booking type`,
            forLater ? t`PreOrder, for later` : t`Current, for someone who has died`,
          ],
          applicantName && [t`Booked by`, applicantName],
          [t`Niche`, booking.nicheCode],
          [t`Place`, buildingLevelBlock(booking)],
          term && [t`Right to the niche`, term],
          [t`Booking ID`, booking.bookingID],
        ]}
      />
      <h3>{t`What is included`}</h3>
      <ul className={styles.list}>
        <li>{t`The place in the niche, for as long as the right to it lasts.`}</li>
        {!forLater && <li>{t`Placing the urn with our staff, on a day that you choose.`}</li>}
      </ul>
      {forLater && (
        <p className={common.help}>
          <T>
            When the urn is to be placed, you choose the day. If the placement costs something, the form says how much
            before you send it.
          </T>
        </p>
      )}
      <h3>{t`If you get your money back`}</h3>
      <ul className={styles.list}>
        <li>
          <T>
            If our staff cannot approve the booking, the whole amount is returned to your card. Your bank may take 5 to
            10 days to show it.
          </T>
        </li>
        {forLater && (
          <li>{t`If you give up the pre-order before an urn is placed, please ask our staff to return it.`}</li>
        )}
      </ul>
    </Card>
  )
}
