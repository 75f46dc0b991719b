import { Link } from 'react-router'
import { cashUpApi } from '#contract/cash-up/api.ts'
import type { CashUp } from '#contract/cash-up/cash-up.ts'
import { formatDateTime } from '#contract/dates.ts'
import { formatAmount } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi, useApiRows } from '#web/api/use-api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { ShowMore } from '#web/ui/table/ShowMore.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { CountForm } from './CountForm.tsx'
import { OpenCount } from './OpenCount.tsx'

/** A clerk counts the drawer, and a second person counts it again and signs. */
export function CashUpPage() {
  const { role } = useSignedIn()
  const drawer = useApi(cashUpApi.drawer, {}, { what: 'drawer', staleTime: 0 })
  return (
    <Page
      title="Cash-up"
      intro="Count what the counter took since the last cash-up. A second person counts it again and signs."
    >
      {role === 'admin' && (
        <p>
          What was taken each day, and by whom, is in the <Link to={pathTo('dayBook')}>day book</Link>.
        </p>
      )}
      <AllAtOnce loading="Loading the drawer...">
        <QueryResult query={drawer} loading="Loading the drawer..." failure="The drawer could not be read just now.">
          {(data) => (
            <>
              {data.open && <OpenCount cashUp={data.open} />}
              {role === 'staff' && !data.open && data.through !== null && <CountForm drawer={data} />}
              {!data.open && (data.through === null || role === 'admin') && (
                <Card title="The drawer">
                  <p>
                    {data.through === null
                      ? 'Nothing has been taken or returned at the counter since the last cash-up.'
                      : 'It has not been counted since money was last taken. A member of staff counts it.'}
                  </p>
                </Card>
              )}
            </>
          )}
        </QueryResult>
        <EarlierCashUps />
      </AllAtOnce>
    </Page>
  )
}

function EarlierCashUps() {
  const { role } = useSignedIn()
  const earlier = useApiRows(cashUpApi.list, { query: {} }, { what: 'cash-ups' })
  return (
    <QueryResult query={earlier} loading="Loading the cash-ups..." failure="The list could not be read just now.">
      {(list) => {
        const ended = list.filter(({ state }) => state !== 'open')
        return ended.length === 0 ? (
          <EmptyState
            words="No cash-up has been signed yet."
            hint="Once the counter has taken money, a member of staff counts the drawer on this page, and a second person signs."
          >
            <ButtonLink variant="secondary" to={role === 'staff' ? pathTo('counterBooking') : pathTo('money')}>
              {role === 'staff' ? 'Book at the counter' : 'See the money'}
            </ButtonLink>
          </EmptyState>
        ) : (
          <Card title="Earlier cash-ups">
            <Table
              caption="Cash-ups, newest first"
              columns={columns}
              rows={ended}
              rowKey={({ cashUpNumber }) => String(cashUpNumber)}
            />
            <ShowMore query={earlier} what="cash-ups" />
          </Card>
        )
      }}
    </QueryResult>
  )
}

const columns: readonly Column<CashUp>[] = [
  { header: 'Number', cell: ({ cashUpNumber }) => cashUpNumber, room: 4.5, phone: 'belowEnd' },
  {
    header: 'Counted',
    cell: ({ countedAt }) => <time dateTime={countedAt}>{formatDateTime(countedAt)}</time>,
    room: 10.2,
    phone: 'end',
  },
  { header: 'By', cell: ({ countedBy }) => countedBy, typed: true, room: 7, phone: 'title' },
  {
    header: 'Signed by',
    cell: ({ state, endedBy, withdrawnReason }) =>
      state === 'signed' ? endedBy : `Withdrawn by ${endedBy}: ${withdrawnReason}`,
    long: true,
    room: 7.5,
    phone: 'below',
  },
  { header: 'Amounts', cell: ({ lines }) => describeLines(lines), long: true, room: 9 },
]

/** Leaves out methods with nothing expected and nothing counted. */
const describeLines = (lines: CashUp['lines']) => (
  <ul>
    {lines
      .filter(({ expected, counted }) => expected !== '0.00' || counted !== '0.00')
      .map(({ method, counted, difference, reason }) => (
        <li key={method}>
          {method} <Money amount={counted} />
          {difference !== '0.00' && `, difference ${formatAmount(difference)}: ${reason}`}
        </li>
      ))}
  </ul>
)
