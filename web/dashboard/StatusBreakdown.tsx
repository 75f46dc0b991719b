import type { NicheStatus } from '#contract/niches/niche.ts'
import { Card } from '#web/ui/Card.tsx'
import { NicheStatusIcon } from './NicheStatusIcon.tsx'
import styles from './StatusBreakdown.module.css'

export const StatusBreakdown = ({ statuses }: { statuses: readonly { status: NicheStatus; count: number }[] }) => (
  <Card title="Niche Status Breakdown">
    <ul className={styles.list}>
      {statuses.map(({ status, count }) => (
        <li key={status} className={styles.row}>
          <NicheStatusIcon status={status} />
          <span>{status}</span>
          <span className={styles.count}>{count.toLocaleString('en-SG')}</span>
        </li>
      ))}
    </ul>
  </Card>
)
