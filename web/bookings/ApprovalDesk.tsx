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

/** The certificate keeps its place while the facts beside it, and the decision below them, scroll by. */
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
        <BookingFacts booking={booking} />
        <PaymentFacts booking={booking} />
      </div>
      <div className={styles.papers}>
        <CertificateViewer booking={booking} />
      </div>
      <div className={styles.decision}>
        <Decision booking={booking} onPay={onPay} onConflict={setConflict} />
        <Corrections booking={booking} onConflict={setConflict} />
        <BookingHistory entries={booking.history} />
      </div>
    </div>
  )
}
