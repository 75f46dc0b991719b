import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import common from '#web/ui/common.module.css'
import styles from './ResultGroup.module.css'
import type { ResultLinks } from './result-links.ts'

interface Result extends ResultLinks {
  key: string
  name: string
  facts: string[]
}

interface ResultGroupProps<Row> {
  title: string
  group: { rows: readonly Row[]; hasMore: boolean }
  present: (row: Row) => Result
  onOpen: () => void
}

/** Results of one kind. A result leads back to the page on which it was opened. */
export function ResultGroup<Row>({ title, group, present, onOpen }: ResultGroupProps<Row>) {
  const titleID = useId()
  const { pathname, search } = useLocation()
  const link = { state: { from: pathname + search }, onClick: onOpen }
  if (group.rows.length === 0) return null
  return (
    <section className={common.stack2} aria-labelledby={titleID}>
      <h3 id={titleID}>{title}</h3>
      <ul className={styles.list}>
        {group.rows.map(present).map(({ key, name, facts, to, more = [] }) => (
          <li key={key} className={styles.result}>
            <div>
              {to ? (
                <Link to={to} {...link} className={styles.name}>
                  {name}
                </Link>
              ) : (
                <span className={styles.name}>{name}</span>
              )}
              {facts.map((fact) => (
                <p key={fact}>{fact}</p>
              ))}
            </div>
            {more.map(({ words, to }) => (
              <Link key={to} to={to} {...link} aria-label={`${words} of ${name}`}>
                {words}
              </Link>
            ))}
          </li>
        ))}
      </ul>
      {group.hasMore && (
        <p className={common.help}>Only the first {group.rows.length} are shown. Type more to narrow them down.</p>
      )}
    </section>
  )
}
