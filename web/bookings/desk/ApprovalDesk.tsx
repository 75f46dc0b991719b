import { useState } from 'react'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { ChangeNotice } from '#web/bookings/changes/ChangeNotice.tsx'
import type { Seen } from '#web/bookings/changes/use-seen.ts'
import styles from './ApprovalDesk.module.css'
import { BeneficiaryFacts, BookingFacts, PaymentFacts } from './ApprovalFacts.tsx'
import { BookingHistory } from './BookingHistory.tsx'
import { CertificateViewer } from './CertificateViewer.tsx'
import { Corrections } from './Corrections.tsx'
import { Decision } from './Decision.tsx'
import { Namesakes } from './Namesakes.tsx'
import { UrnRequestFacts } from './UrnRequestFacts.tsx'

interface ApprovalDeskProps {
  booking: ApprovalDetail
  seen: Seen
  onPay: () => void
}

/** Certificate, facts and decision on one screen: a clerk compares the first two, and then presses. All else is below. */
export function ApprovalDesk({ booking, seen, onPay }: ApprovalDeskProps) {
  const [conflict, setConflict] = useState('')
  return (
    <div className={styles.desk}>
      <div className={styles.notices}>
        <div role="alert">
          <ChangeNotice changes={seen.changes} conflict={conflict} />
        </div>
        <Namesakes namesakes={booking.namesakes} />
      </div>
      <div className={styles.facts}>
        <BeneficiaryFacts booking={booking} />
        {booking.urnRequest && <UrnRequestFacts request={booking.urnRequest} />}
      </div>
      <div className={styles.papers}>
        <CertificateViewer booking={booking} />
      </div>
      <div className={styles.decision}>
        <Decision booking={booking} onPay={onPay} onMoved={seen.noteOwnMove} onConflict={setConflict} />
      </div>
      <div className={styles.rest}>
        <BookingFacts booking={booking} />
        <PaymentFacts booking={booking} />
        <BookingHistory entries={booking.history} />
        <Corrections booking={booking} onMoved={seen.noteOwnMove} onConflict={setConflict} />
      </div>
    </div>
  )
}
