import type { ReactNode } from 'react'
import { Link } from 'react-router'
import common from '#web/ui/common.module.css'
import styles from './StatCard.module.css'

/** One figure with its label; with `to`, the whole card is a link. */
export function StatCard({
  name,
  value,
  to,
  children,
}: {
  name: string
  value: string | number
  to?: string
  children?: ReactNode
}) {
  return (
    <article className={`${common.stack1} ${common.surface} ${styles.card}`}>
      <h2 className={styles.name}>
        {to ? (
          <Link to={to} className={`${common.covering} ${styles.link}`}>
            {name}
          </Link>
        ) : (
          name
        )}
      </h2>
      <p className={styles.value} data-long={String(value).length > 8 || undefined}>
        {value}
      </p>
      {children && <p className={common.help}>{children}</p>}
    </article>
  )
}

export const StatCards = ({ children }: { children: ReactNode }) => <div className={styles.cards}>{children}</div>
