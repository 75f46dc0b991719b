import { type ReactNode, useState } from 'react'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { ChangeNotice } from '#web/bookings/ChangeNotice.tsx'
import type { ChangesSinceOpened } from '#web/bookings/use-changes-since-opened.ts'
import { BeneficiaryFacts, BookingFacts, PaymentFacts, RegisterFacts } from './ApprovalFacts.tsx'
import styles from './ApprovalView.module.css'
import { BookingHeader } from './BookingHeader.tsx'
import { BookingHistory } from './BookingHistory.tsx'
import { CertificateViewer } from './CertificateViewer.tsx'
import { Corrections } from './Corrections.tsx'
import { Decision, DecisionBar, useDeciding } from './Decision.tsx'
import { LinkAccount } from './LinkAccount.tsx'
import { QueueBar } from './QueueBar.tsx'
import { SameNameWarning } from './SameNameWarning.tsx'
import { UrnRequestFacts } from './UrnRequestFacts.tsx'
import { useQueue } from './use-queue.ts'

interface ApprovalViewProps {
  booking: ApprovalDetail
  seen: ChangesSinceOpened
  onPay: () => void
  /** Where the urn is. */
  urn: ReactNode
  /** Whether visitors find the person. */
  visitorAccess: ReactNode
}

/** Puts certificate, facts and decision on one screen, because clerks compare the first two before they decide. */
export function ApprovalView({ booking, seen, onPay, urn, visitorAccess }: ApprovalViewProps) {
  const [conflict, setConflict] = useState('')
  const queue = useQueue(booking.bookingID)
  const deciding = useDeciding({ booking, queue, onMoved: seen.noteOwnMove, onConflict: setConflict })
  return (
    <div className={styles.desk}>
      <div className={styles.top}>
        {queue && <QueueBar queue={queue} />}
        <BookingHeader booking={booking} />
        <div role="alert">
          <ChangeNotice changes={seen.changes} conflict={conflict} />
        </div>
        <SameNameWarning namesakes={booking.namesakes} />
      </div>
      <div className={styles.facts}>
        <BeneficiaryFacts booking={booking} />
        {booking.register && (
          <RegisterFacts entry={booking.register}>
            <LinkAccount booking={booking} onLinked={seen.noteOwnMove} />
          </RegisterFacts>
        )}
        {booking.urnRequest && <UrnRequestFacts request={booking.urnRequest} />}
        {urn}
      </div>
      <div className={styles.certificates}>
        <CertificateViewer booking={booking} />
      </div>
      <div className={styles.decision}>
        <div id="denial">
          <Decision deciding={deciding} onPay={onPay} />
        </div>
        <Corrections booking={booking} onMoved={seen.noteOwnMove} onConflict={setConflict} />
      </div>
      <div className={styles.bar}>
        <DecisionBar deciding={deciding} />
      </div>
      <div className={styles.records}>
        <BookingFacts booking={booking} />
        <PaymentFacts booking={booking} />
        {visitorAccess}
      </div>
      <div className={styles.history}>
        <BookingHistory entries={booking.history} />
      </div>
    </div>
  )
}
