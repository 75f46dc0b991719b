import { useState } from 'react'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { pathTo } from '#contract/pages.ts'
import { ClosingRequests } from '#web/accounts/ClosingRequests.tsx'
import { serverNow } from '#web/api/server-clock.ts'
import { useApi } from '#web/api/use-api.ts'
import { HousePicture } from '#web/niches/house-picture/HousePicture.tsx'
import { WaitingRequests } from '#web/second-person/WaitingRequests.tsx'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { Morning } from './Morning.tsx'
import { counterFigures, explainPending } from './morning-figures.ts'
import { PaymentProblems } from './PaymentProblems.tsx'
import { RefundsToSettle } from './RefundsToSettle.tsx'
import { StatCard, StatCards } from './StatCard.tsx'

const failure = 'Failed to load dashboard stats'

export function DashboardPage() {
  const stats = useApi(dashboardApi.stats, {}, { what: 'dashboard stats' })
  const today = useApi(dashboardApi.today, {}, { what: 'dashboard tasks' })
  const [now] = useState(serverNow)
  return (
    <Page title="Dashboard" breadcrumb={false} intro="Welcome Back!">
      <AllAtOnce loading="Loading the dashboard...">
        <WaitingRequests />
        <Morning figures={today.data ? counterFigures(today.data, now.getTime()) : []} sources={[today]} />
        <QueryResult query={stats} loading="Loading the figures..." failure={failure}>
          {({ totalBookings, pendingApproval, returningClients }) => (
            <StatCards>
              <StatCard name="Total Bookings" value={totalBookings.toLocaleString('en-SG')} />
              <StatCard
                name="Pending Approvals"
                value={pendingApproval.toLocaleString('en-SG')}
                to={pathTo('pendingApprovals')}
              >
                {today.data && explainPending(pendingApproval, today.data)}
              </StatCard>
              <StatCard name="Returning Clients" value={`${returningClients}%`} />
            </StatCards>
          )}
        </QueryResult>
        <HousePicture title="The halls" />
        <PaymentProblems />
        <RefundsToSettle />
        <ClosingRequests />
      </AllAtOnce>
    </Page>
  )
}
