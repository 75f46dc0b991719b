import styles from './Legend.module.css'
import { NicheSample } from './NicheCell.tsx'
import { type countByStatus, screenStatuses } from './screen-status.ts'

/** The shape and count of each status. Blocked is listed only if there is one. */
export const Legend = ({ counts }: { counts: ReturnType<typeof countByStatus> }) => (
  <ul className={styles.legend} aria-label="Legend">
    {screenStatuses
      .filter((status) => status !== 'blocked' || counts.blocked > 0)
      .map((status) => (
        <li key={status} className={styles.entry}>
          <NicheSample status={status} />
          <span className={styles.word}>{status}</span>
          <span className={styles.count}>{counts[status]}</span>
        </li>
      ))}
  </ul>
)
