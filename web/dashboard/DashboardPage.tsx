import { type CounterTaskCounts, dashboardApi } from '#contract/dashboard/api.ts'
import { pathTo } from '#contract/pages.ts'
import { ClosingRequests } from '#web/accounts/ClosingRequests.tsx'
import { useApi } from '#web/api/use-api.ts'
import { HousePicture } from '#web/niches/house-picture/HousePicture.tsx'
import { WaitingRequests } from '#web/second-person/WaitingRequests.tsx'
import common from '#web/ui/common.module.css'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { PaymentProblems } from './PaymentProblems.tsx'
import { RefundsToSettle } from './RefundsToSettle.tsx'
import styles from './StatCard.module.css'
import { StatCard, StatCards } from './StatCard.tsx'

const failure = 'Failed to load dashboard stats'

export function DashboardPage() {
  const stats = useApi(dashboardApi.stats, {}, { what: 'dashboard stats' })
  const today = useApi(dashboardApi.today, {}, { what: 'dashboard tasks' })
  return (
    <Page title="Dashboard" breadcrumb={false} intro="Welcome Back!">
      <WaitingRequests />
      <QueryResult
        query={today}
        loading="Loading what waits today..."
        failure="What waits today could not be read just now."
      >
        {(waiting) => <CounterTasks waiting={waiting} />}
      </QueryResult>
      <QueryResult query={stats} loading="Loading the figures..." failure={failure}>
        {({ totalBookings, pendingApproval, returningClients }) => (
          <StatCards>
            <StatCard name="Total Bookings" value={totalBookings.toLocaleString('en-SG')} />
            <StatCard
              name="Pending Approvals"
              value={pendingApproval.toLocaleString('en-SG')}
              to={pathTo('pendingApprovals')}
            />
            <StatCard name="Returning Clients" value={`${returningClients}%`} />
          </StatCards>
        )}
      </QueryResult>
      <HousePicture title="The halls" />
      <PaymentProblems />
      <RefundsToSettle />
      <ClosingRequests />
    </Page>
  )
}

/** What staff have to do, each with a link; says so if there is nothing. */
function CounterTasks({ waiting }: { waiting: CounterTaskCounts }) {
  const { pending, unpaid, urnRequests, refunds } = waiting
  const toDecide = Math.max(0, pending - unpaid - urnRequests)
  return (
    <section className={`${common.stack4} ${styles.today}`} aria-labelledby="today">
      <h2 id="today">Today</h2>
      <StatCards>
        <StatCard name="Bookings to decide" value={toDecide} to={pathTo('pendingApprovals')}>
          {toDecide === 0 ? 'No papers are waiting.' : 'Paid, and waiting for their papers to be read.'}
        </StatCard>
        <StatCard name="Urn requests" value={urnRequests} to={pathTo('pendingApprovals', { kind: 'Urn' })}>
          {urnRequests === 0 ? 'No family is waiting.' : 'Families who ask for an urn to be placed.'}
        </StatCard>
        <StatCard name="Refunds" value={refunds} to={`${pathTo('dashboard')}#refunds`}>
          {refunds === 0 ? 'All money has gone back.' : 'Money that is on its way back.'}
        </StatCard>
        <StatCard name="Unpaid holds" value={unpaid} to={pathTo('pendingApprovals')}>
          {unpaid === 0 ? 'No niche is being held.' : 'Niches held while somebody pays.'}
        </StatCard>
      </StatCards>
    </section>
  )
}
