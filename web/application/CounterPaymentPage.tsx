import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { useApi, useUpToDate } from '#web/api/use-api.ts'
import { useChangesSinceOpened } from '#web/bookings/ChangeNotice.tsx'
import { CounterPayment } from '#web/bookings/CounterPayment.tsx'

import { clearDraft } from '#web/session/drafts.ts'
import { Card, Facts } from '#web/ui/Card.tsx'
import { useStepFocus } from '#web/ui/focus-heading.ts'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { draftName } from './ApplicationForm.tsx'
import styles from './PaymentPage.module.css'
import { useBookingStep } from './use-booking-step.ts'
import { useRightTerm } from './use-right-term.ts'

interface CounterPaymentPageProps {
  bookingID: string
  /** Goes back to the form, if it is still there. */
  onDied: (() => void) | undefined
}

export function CounterPaymentPage({ bookingID, onDied }: CounterPaymentPageProps) {
  const found = useUpToDate(useApi(bookingApi.byID, { query: { bookingID } }))
  const top = useStepFocus()
  return (
    <div ref={top}>
      <Page title="Payment" breadcrumb="Niche Booking">
        <QueryResult query={found} loading="Loading the booking..." failure="Failed to load booking details">
          {([booking]) => booking && <PaymentStep booking={booking} onDied={onDied} />}
        </QueryResult>
      </Page>
    </div>
  )
}

function PaymentStep({ booking, onDied }: Pick<CounterPaymentPageProps, 'onDied'> & { booking: OwnBooking }) {
  const { bookingID } = booking
  const { leavePayment, succeed } = useBookingStep()
  const { changes } = useChangesSinceOpened(booking)
  const term = useRightTerm(bookingID)
  /** Changes made after going back from this step are in the draft, which the next family must not see. */
  const finish = () => {
    clearDraft(draftName)
    succeed(bookingID)
  }
  return (
    <div className={styles.step}>
      <CounterPayment booking={booking} changes={changes} onDied={onDied} onDone={finish} onBack={leavePayment} />
      <Card title="This booking">
        <Facts
          facts={[
            ['Booking ID', bookingID],
            ['Niche', booking.nicheCode],
            ['Place', buildingLevelBlock(booking)],
            term && ['Right to the niche', term],
            ['Beneficiary', booking.beneficiaryName],
            booking.typeGiven && ['Booking type', booking.bookingType],
          ]}
        />
      </Card>
    </div>
  )
}
