import { appointmentApi } from '#contract/appointments/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { useApi } from '#web/api/use-api.ts'
import common from '#web/ui/common.module.css'
import { DayLine } from './DayLine.tsx'
import { type MorningFigure, rightFigures, standstillFigures } from './morning-figures.ts'
import styles from './StatCard.module.css'
import { StatCard, StatCards } from './StatCard.tsx'

/** The first screen of staff and admins: who comes today, and whatever waits for somebody. `figures` are those of the role. */
export function Morning({ figures }: { figures: readonly MorningFigure[] | undefined }) {
  const tasks = useApi(appointmentApi.tasks, {}, { what: 'placement tasks' }).data
  const differences = useApi(stockTakeApi.differences, {}, { what: 'differences of stock-takes' }).data
  const rights = useApi(rightApi.waiting, {}, { what: 'rights that wait for staff' }).data
  const standstill = tasks && [...rightFigures(rights), ...standstillFigures(tasks, differences?.length ?? 0)]
  const all = [...(figures ?? []), ...(standstill ?? [])]
  return (
    <section className={`${common.stack4} ${styles.today}`} aria-labelledby="today">
      <h2 id="today">Today</h2>
      <DayLine />
      {all.length > 0 && (
        <StatCards>
          {all.map(({ words, ...card }) => (
            <StatCard key={card.name} {...card}>
              {words}
            </StatCard>
          ))}
        </StatCards>
      )}
      {figures && standstill && all.length === 0 && <p>Nothing waits for you.</p>}
    </section>
  )
}
