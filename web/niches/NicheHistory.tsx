import { formatDateTime } from '#contract/dates.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './OverrideDialog.module.css'

/** As many as the server sends. */
const longest = 100

/** The last hundred changes of the niche, newest first. */
export function NicheHistory({ nicheID }: { nicheID: string }) {
  const history = useApi(nicheApi.history, { query: { nicheID } }, { staleTime: 0 })
  return (
    <section className={styles.history} aria-label="History">
      <h3>History</h3>
      <QueryResult query={history} loading="Loading the history..." failure="The history could not be read.">
        {(entries) =>
          entries.length === 0 ? (
            <p>Its status has never changed.</p>
          ) : (
            <>
              {entries.length === longest && <p>The last {longest} changes; the audit log has all of them.</p>}
              <ol className={styles.entries}>
                {entries.map(({ at, from, to, reason, actorName, bookingID }) => (
                  <li key={`${at} ${from} ${to}`}>
                    <time dateTime={at}>{formatDateTime(at)}</time>
                    <span>
                      {from} to <strong>{to}</strong>: {reason}
                    </span>
                    <span className={styles.by}>
                      {actorName}
                      {bookingID && `, booking ${bookingID}`}
                    </span>
                  </li>
                ))}
              </ol>
            </>
          )
        }
      </QueryResult>
    </section>
  )
}
