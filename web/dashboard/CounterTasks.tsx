import type { CounterTaskCounts } from '#contract/dashboard/api.ts'
import { pathTo } from '#contract/pages.ts'
import styles from './StatCard.module.css'
import { StatCard, StatCards } from './StatCard.tsx'

/** What staff have to do, each with a link; says so if there is nothing. */
export function CounterTasks({ waiting }: { waiting: CounterTaskCounts }) {
  const { pending, unpaid, urnRequests, refunds } = waiting
  const toDecide = Math.max(0, pending - unpaid - urnRequests)
  return (
    <section className={styles.today} aria-labelledby="today">
      <h2 id="today">Today</h2>
      <StatCards>
        <StatCard name="Bookings to decide" value={toDecide} to={pathTo('pendingApprovals')}>
          {toDecide === 0 ? 'No papers are waiting.' : 'Paid, and waiting for their papers to be read.'}
        </StatCard>
        <StatCard name="Urn requests" value={urnRequests} to={pathTo('pendingApprovals', { kind: 'Urn' })}>
          {urnRequests === 0 ? 'No family is waiting.' : 'Families who ask for an urn to be placed.'}
        </StatCard>
        <StatCard name="Refunds to settle" value={refunds} to={`${pathTo('dashboard')}#refunds`}>
          {refunds === 0 ? 'All money has gone back.' : 'Money that is on its way back.'}
        </StatCard>
        <StatCard name="Unpaid holds" value={unpaid} to={pathTo('pendingApprovals')}>
          {unpaid === 0 ? 'No niche is being held.' : 'Niches held while somebody pays.'}
        </StatCard>
      </StatCards>
    </section>
  )
}
