import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { isApproved } from '#contract/bookings/booking.ts'
import { ofBooking } from '#contract/family/timeline.ts'
import { pathTo } from '#contract/pages.ts'
import { ChangeNotice, type ChangesSinceOpened, useChangesSinceOpened } from '#web/bookings/ChangeNotice.tsx'
import { CounterPayment } from '#web/bookings/CounterPayment.tsx'
import { HolderPlacedNotice } from '#web/bookings/HolderPlacedNotice.tsx'
import { OpenMatterNotice } from '#web/bookings/OpenMatter.tsx'
import { BeneficiaryFacts, PaymentFacts, RegisterFacts } from '#web/bookings/StaffFacts.tsx'
import { Timeline } from '#web/bookings/Timeline.tsx'
import { toast } from '#web/core/toast.tsx'
import { VisitorAccess } from '#web/find/VisitorAccess.tsx'
import { WaitingRequests } from '#web/second-person/WaitingRequests.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { UrnOfBooking } from '#web/urns/UrnOfBooking.tsx'
import { BookingFacts, SameNameWarning, UrnRequestFacts } from './ApprovalFacts.tsx'
import { useApproval } from './approval-query.ts'
import styles from './BookingApprovalPage.module.css'
import { BookingHeader } from './BookingHeader.tsx'
import { CertificateViewer } from './CertificateViewer.tsx'
import { CorrectEntry } from './CorrectEntry.tsx'
import { Corrections } from './Corrections.tsx'
import { Decision, DecisionBar } from './Decision.tsx'
import { LinkAccount } from './LinkAccount.tsx'
import { QueueBar } from './QueueBar.tsx'
import { refreshBookingLists } from './use-booking-decision.ts'
import { useDeciding } from './use-deciding.ts'
import { useQueue } from './use-queue.ts'

/** The page on which a clerk compares a certificate with the booking and decides. */
export function BookingApprovalPage() {
  const { bookingID = '' } = useParams()
  return <Approval key={bookingID} bookingID={bookingID} />
}

function Approval({ bookingID }: { bookingID: string }) {
  const approval = useApproval(bookingID)
  return (
    <Page title="Booking Approval">
      <QueryResult
        query={approval}
        loading="Loading booking details..."
        failure="The booking could not be read just now."
        missing={
          <EmptyState words="Booking not found.">
            <ButtonLink to={pathTo('searchBooking')} variant="secondary">
              Search by contact number
            </ButtonLink>
          </EmptyState>
        }
      >
        {(booking) => <OpenedBooking booking={booking} />}
      </QueryResult>
    </Page>
  )
}

/** Puts certificate, facts and decision on one screen, because clerks compare the first two before they decide. */
function OpenedBooking({ booking }: { booking: ApprovalDetail }) {
  const { bookingID, bookingStatus, bookingType, register, urnRequest } = booking
  const [isPaying, setPaying] = useState(false)
  const [conflict, setConflict] = useState('')
  const seen = useChangesSinceOpened(booking)
  const queue = useQueue(bookingID)
  const deciding = useDeciding({ booking, queue, onMoved: seen.noteOwnMove, onConflict: setConflict })
  const mayRest = bookingStatus !== 'Cancelled' && bookingType === 'Current'
  return (
    <div className={styles.desk}>
      <div className={`${common.stack4} ${styles.top}`}>
        {queue && <QueueBar queue={queue} />}
        <BookingHeader booking={booking} />
        <div role="alert">
          <ChangeNotice changes={seen.changes} conflict={conflict} />
        </div>
        <OpenMatterNotice bookingID={bookingID} withLink />
        <HolderPlacedNotice holder={booking.holderPlaced} />
        <SameNameWarning namesakes={booking.namesakes} />
        {bookingStatus !== 'Cancelled' && (
          <WaitingRequests acts={['archive', 'endApproved', 'correctEntry']} subject={bookingID} />
        )}
      </div>
      <div className={`${common.stack4} ${styles.facts}`}>
        <BeneficiaryFacts booking={booking} />
        {register && (
          <RegisterFacts entry={register}>
            <LinkAccount booking={booking} onLinked={seen.noteOwnMove} />
            <CorrectEntry booking={booking} onCorrected={seen.noteOwnMove} onConflict={setConflict} />
          </RegisterFacts>
        )}
        {urnRequest && <UrnRequestFacts request={urnRequest} />}
        <UrnOfBooking bookingID={bookingID} />
      </div>
      <div className={styles.certificates}>
        <CertificateViewer booking={booking} />
      </div>
      <div className={`${common.stack4} ${styles.decision}`}>
        <div id="denial">
          <Decision deciding={deciding} onPay={() => setPaying(true)} />
        </div>
        <Corrections booking={booking} onMoved={seen.noteOwnMove} onConflict={setConflict} />
      </div>
      <div className={styles.bar}>
        <DecisionBar deciding={deciding} />
      </div>
      <div className={`${common.stack4} ${styles.records}`}>
        <BookingFacts booking={booking} />
        <PaymentFacts booking={booking} register={register}>
          <Link to={pathTo('staffPerson', { bookingID })}>See charges, or add one</Link>
        </PaymentFacts>
        {mayRest && <VisitorAccess bookingID={bookingID} isApproved={isApproved(booking)} />}
      </div>
      <div className={styles.history}>
        <Timeline entries={booking.history.toReversed().map(ofBooking)} />
      </div>
      {isPaying && <PaymentDialog booking={booking} seen={seen} onClose={() => setPaying(false)} />}
    </div>
  )
}

interface PaymentDialogProps {
  booking: ApprovalDetail
  seen: ChangesSinceOpened
  onClose: () => void
}

function PaymentDialog({ booking, seen, onClose }: PaymentDialogProps) {
  const { paymentAmount, version } = booking
  const paid = async () => {
    onClose()
    seen.noteOwnMove(version)
    toast.success('Payment recorded.')
    await refreshBookingLists()
  }
  return (
    paymentAmount && (
      <Dialog title="Record a payment" onClose={onClose}>
        <CounterPayment booking={booking} changes={seen.changes} onDone={paid} onBack={onClose} />
      </Dialog>
    )
  )
}
