import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { formatDateTime, formatDay } from '#contract/dates.ts'
import { Facts } from '#web/ui/Card.tsx'
import styles from './UrnRequestFacts.module.css'

/** The family's urn request, to compare with the booking. */
export const UrnRequestFacts = ({ request }: { request: NonNullable<ApprovalDetail['urnRequest']> }) => (
  <section className={styles.request} aria-labelledby="urn-request">
    <h2 id="urn-request">Urn placement requested</h2>
    <Facts
      facts={[
        ['Date of death', <strong key="day">{formatDay(request.dateOfDeath)}</strong>],
        ['Inscription', request.inscription || 'Not assigned'],
        ['Requested', formatDateTime(request.requestedAt)],
      ]}
    />
    <p className={styles.note}>
      The death certificate shown came with this request. Approving saves these details to the beneficiary's record.
    </p>
  </section>
)
