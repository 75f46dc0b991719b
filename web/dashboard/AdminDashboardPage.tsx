import { useState } from 'react'
import { type ColumbariumOverview, dashboardApi } from '#contract/dashboard/api.ts'
import { houseApi } from '#contract/house/api.ts'
import { pathTo } from '#contract/pages.ts'
import { ClosingRequests } from '#web/accounts/ClosingRequests.tsx'
import { serverNow } from '#web/api/server-clock.ts'
import { useApi } from '#web/api/use-api.ts'
import { HousePicture } from '#web/niches/house-picture/HousePicture.tsx'
import { OccupancyChart, StatusBreakdown } from '#web/niches/NicheFigures.tsx'
import { WaitingRequests } from '#web/second-person/WaitingRequests.tsx'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { Mismatches } from '#web/urns/Mismatches.tsx'
import { ExportForm } from './ExportForm.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { MonthChart, YearChart } from './MonthCharts.tsx'
import { Morning } from './Morning.tsx'
import { moneyFigures, waitFigures } from './morning-figures.ts'
import { StatCard, StatCards } from './StatCard.tsx'

const failure = 'Failed to load dashboard stats'

export function AdminDashboardPage() {
  const house = useApi(houseApi.read, {}, { staleTime: 0 })
  const stats = useApi(dashboardApi.stats, {}, { what: 'dashboard stats' })
  const today = useApi(dashboardApi.today, {}, { what: 'dashboard tasks' })
  const money = useApi(dashboardApi.money, {}, { what: 'money that is open' })
  const overview = useApi(dashboardApi.house, {}, { what: 'dashboard charts' })
  const [now] = useState(serverNow)
  const figures = [
    ...(today.data ? waitFigures(today.data, now.getTime()) : []),
    ...(money.data ? moneyFigures(money.data) : []),
  ]
  return (
    <Page title="Admin Dashboard" breadcrumb={false}>
      <AllAtOnce loading="Loading the dashboard...">
        {house.data && (!house.data.isOpen || stats.data?.totalBookings === 0) && <FirstSteps house={house.data} />}
        <Morning figures={figures} sources={[today, money]} />
        <WaitingRequests />
        <Mismatches />
        <ClosingRequests />
        <QueryResult query={stats} loading="Loading the figures..." failure={failure}>
          {({ totalBookings, pendingApproval, returningClients, nicheStatuses }) => (
            <>
              <StatCards>
                <StatCard name="Total Bookings" value={totalBookings.toLocaleString('en-SG')} />
                <StatCard name="Pending Niches" value={pendingApproval.toLocaleString('en-SG')}>
                  Their bookings are not decided yet, or not paid.
                </StatCard>
                <StatCard name="Returning Clients (%)" value={`${returningClients}%`} />
              </StatCards>
              <StatusBreakdown statuses={nicheStatuses} />
            </>
          )}
        </QueryResult>
        <QueryResult query={overview} loading="Loading the house..." failure="The house could not be read just now.">
          {(found) => <HouseCharts {...found} />}
        </QueryResult>
        <ExportForm />
      </AllAtOnce>
    </Page>
  )
}

const HouseCharts = ({ occupancy, months, ending }: ColumbariumOverview) => (
  <>
    <Card title="Occupancy by building">
      <HousePicture />
      {occupancy.some(hasNiches) ? <OccupancyChart buildings={occupancy} /> : <NoNiches />}
    </Card>
    <Card title="Bookings by month">
      {months.some(({ bookings }) => bookings > 0) ? (
        <MonthChart months={months} />
      ) : (
        <EmptyState
          words="No booking in the last twelve months."
          hint="Each month gets a bar here once families book."
        />
      )}
    </Card>
    {ending.some(({ rights }) => rights > 0) && (
      <Card title="Rights that end">
        <YearChart years={ending} />
      </Card>
    )}
  </>
)

const hasNiches = ({ statuses }: ColumbariumOverview['occupancy'][number]) => statuses.some(({ count }) => count > 0)

const NoNiches = () => (
  <EmptyState words="No niche is published yet." hint="How full each hall is will be shown here.">
    <ButtonLink variant="secondary" to={pathTo('halls')}>
      See the halls
    </ButtonLink>
  </EmptyState>
)
