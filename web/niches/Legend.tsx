import { useMediaQuery } from '#web/ui/use-media-query.ts'
import styles from './Legend.module.css'
import { NicheSample } from './NicheCell.tsx'
import type { countByStatus, ScreenStatus } from './screen-status.ts'

interface LegendProps {
  statuses: readonly ScreenStatus[]
  counts: ReturnType<typeof countByStatus>
}

/** The shape and count of each status. Collapsed on phones, where the map needs the space. Blocked is listed only if there is one. */
export function Legend({ statuses, counts }: LegendProps) {
  const isPhone = useMediaQuery('(width < 48rem)')
  const all = statuses.reduce((sum, status) => sum + counts[status], 0)
  return (
    <details className={styles.legend} open={!isPhone}>
      <summary>
        Legend
        <span className={styles.count}>
          {counts.available + counts.selected} of {all} are available
        </span>
      </summary>
      <ul className={styles.entries} aria-label="Legend">
        {statuses
          .filter((status) => status !== 'blocked' || counts.blocked > 0)
          .map((status) => (
            <li key={status} className={styles.entry}>
              <NicheSample status={status} />
              <span className={styles.word}>{status}</span>
              <span className={styles.count}>{counts[status]}</span>
            </li>
          ))}
      </ul>
    </details>
  )
}
