import type { AuditEntry } from '#contract/audit/api.ts'
import styles from './EntryDetails.module.css'
import { formatDetails } from './entry-labels.ts'

/** What was done and, if it came over the network, from where. */
export const EntryDetails = (entry: AuditEntry) => (
  <div>
    {formatDetails(entry.details)}
    {entry.address && <Origin {...entry} />}
  </div>
)

const Origin = ({ address, session, requestID }: AuditEntry) => (
  <details className={styles.origin}>
    <summary>From {address}</summary>
    <dl>
      <dt>Session</dt>
      <dd>{session ?? 'not signed in'}</dd>
      <dt>Request</dt>
      <dd>{requestID}</dd>
    </dl>
  </details>
)
