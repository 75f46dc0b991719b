import type { NicheStatus } from '#contract/niches/niche.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from './StatusBreakdown.module.css'
import { StatusMark } from './StatusMark.tsx'

export const StatusBreakdown = ({ statuses }: { statuses: readonly { status: NicheStatus; count: number }[] }) => (
  <Card title="Niche Status Breakdown">
    <ul className={styles.list}>
      {statuses.map(({ status, count }) => (
        <li key={status} className={styles.row}>
          <StatusMark status={status} />
          <span>{status}</span>
          <span className={styles.count}>{count.toLocaleString('en-SG')}</span>
        </li>
      ))}
    </ul>
  </Card>
)
