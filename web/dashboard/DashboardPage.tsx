import { dashboardApi } from '#contract/dashboard/api.ts'
import { pathTo } from '#contract/pages.ts'
import { ClosingRequests } from '#web/accounts/your-data/ClosingRequests.tsx'
import { useApi } from '#web/api/use-api.ts'
import { WaitingRequests } from '#web/second-person/WaitingRequests.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { CounterTasks } from './CounterTasks.tsx'
import { PaymentProblems } from './PaymentProblems.tsx'
import { RefundsToSettle } from './RefundsToSettle.tsx'
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
      <PaymentProblems />
      <RefundsToSettle />
      <ClosingRequests />
    </Page>
  )
}
