import { useState } from 'react'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { Callout } from '#web/ui/Callout.tsx'
import styles from './ApprovalDesk.module.css'
import { BeneficiaryFacts, BookingFacts, PaymentFacts } from './ApprovalFacts.tsx'
import { BookingHistory } from './BookingHistory.tsx'
import { CertificateViewer } from './CertificateViewer.tsx'
import { Corrections } from './Corrections.tsx'
import { Decision } from './Decision.tsx'
import { Namesakes } from './Namesakes.tsx'
import { UrnRequestFacts } from './UrnRequestFacts.tsx'

/** Certificate, facts and decision on one screen: a clerk compares the first two, and then presses. All else is below. */
export function ApprovalDesk({ booking, onPay }: { booking: ApprovalDetail; onPay: () => void }) {
  const [conflict, setConflict] = useState('')
  return (
    <div className={styles.desk}>
      <div className={styles.notices}>
        <div role="alert">{conflict && <Callout tone="warning">{conflict}</Callout>}</div>
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
        <Decision booking={booking} onPay={onPay} onConflict={setConflict} />
      </div>
      <div className={styles.rest}>
        <BookingFacts booking={booking} />
        <PaymentFacts booking={booking} />
        <BookingHistory entries={booking.history} />
        <Corrections booking={booking} onConflict={setConflict} />
      </div>
    </div>
  )
}
