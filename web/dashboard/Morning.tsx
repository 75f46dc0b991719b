import { appointmentApi } from '#contract/appointments/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { useApi } from '#web/api/use-api.ts'
import common from '#web/ui/common.module.css'
import { type Query, QueryResult, together } from '#web/ui/QueryResult.tsx'
import { DayLine } from './DayLine.tsx'
import { type MorningFigure, rightFigures, standstillFigures } from './morning-figures.ts'
import styles from './StatCard.module.css'
import { StatCard, StatCards } from './StatCard.tsx'

interface MorningProps {
  /** The figures of the role, as far as they are read. */
  figures: readonly MorningFigure[]
  /** The calls that they come from. */
  sources: readonly Query<unknown>[]
}

/** The first screen of staff and admins: who comes today, and whatever waits for somebody. */
export function Morning({ figures, sources }: MorningProps) {
  const day = serverDay()
  const placements = useApi(appointmentApi.day, { query: { day } }, { what: 'placements of today' })
  const tasks = useApi(appointmentApi.tasks, {}, { what: 'placement tasks' })
  const differences = useApi(stockTakeApi.differences, {}, { what: 'differences of stock-takes' })
  const rights = useApi(rightApi.waiting, {}, { what: 'rights that wait for staff' })
  const all = [...figures, ...rightFigures(rights.data), ...standstillFigures(tasks.data, differences.data)]
  return (
    <section className={`${common.stack4} ${styles.today}`} aria-labelledby="today">
      <h2 id="today">Today</h2>
      <QueryResult query={placements} failure="The placements of today could not be read just now.">
        {(rows) => <DayLine day={day} rows={rows} />}
      </QueryResult>
      {all.length > 0 && (
        <StatCards>
          {all.map(({ words, ...card }) => (
            <StatCard key={card.name} {...card}>
              {words}
            </StatCard>
          ))}
        </StatCards>
      )}
      <QueryResult
        query={together([...sources, tasks, differences, rights])}
        failure="Not everything that waits could be read just now."
      >
        {() => all.length === 0 && placements.data?.length === 0 && <p>Nothing waits for you.</p>}
      </QueryResult>
    </section>
  )
}
