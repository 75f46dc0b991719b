import type { CashUp } from '#contract/cash-up/cash-up.ts'
import { formatDateTime } from '#contract/dates.ts'
import { formatAmount } from '#contract/money.ts'
import { Card } from '#web/ui/Card.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'

export const EarlierCashUps = ({ cashUps }: { cashUps: readonly CashUp[] }) => (
  <Card title="Earlier cash-ups">
    <Table
      caption="Cash-ups, newest first"
      columns={columns}
      rows={cashUps}
      rowKey={({ cashUpNumber }) => String(cashUpNumber)}
    />
  </Card>
)

const columns: readonly Column<CashUp>[] = [
  { header: 'Number', cell: ({ cashUpNumber }) => cashUpNumber },
  {
    header: 'Counted',
    cell: ({ countedAt }) => <time dateTime={countedAt}>{formatDateTime(countedAt)}</time>,
    room: 10.5,
  },
  { header: 'By', cell: ({ countedBy }) => countedBy, typed: true },
  {
    header: 'Signed by',
    cell: ({ state, endedBy, withdrawnReason }) =>
      state === 'signed' ? endedBy : `Withdrawn by ${endedBy}: ${withdrawnReason}`,
    typed: true,
  },
  { header: 'Amounts', cell: ({ lines }) => describeLines(lines), room: 12 },
]

/** Leaves out methods with nothing expected and nothing counted. */
const describeLines = (lines: CashUp['lines']) => (
  <ul>
    {lines
      .filter(({ expected, counted }) => expected !== '0.00' || counted !== '0.00')
      .map(({ method, counted, difference, reason }) => (
        <li key={method}>
          {method} {formatAmount(counted)}
          {difference !== '0.00' && `, difference ${formatAmount(difference)}: ${reason}`}
        </li>
      ))}
  </ul>
)
