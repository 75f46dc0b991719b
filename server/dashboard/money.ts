import type { MoneyFigures, MoneySums } from '#contract/dashboard/api.ts'
import { toDay } from '#contract/dates.ts'
import { toAmount } from '#contract/money.ts'
import { record } from '#server/audit/public.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { type CsvColumns, streamCsv } from '#server/http/csv.ts'
import {
  listBuildings,
  type OpenSum,
  readStatCounts,
  sumBilled,
  sumDueCharges,
  sumOutstanding,
  sumOverdue,
  sumRefundsToPay,
} from './queries.ts'
import { lastMonths, type StatCounts } from './stats.ts'

type Building = Awaited<ReturnType<typeof listBuildings>>[number]
type Cents = Record<keyof MoneySums, number>

export async function readMoney({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<MoneyFigures> {
  const now = clock()
  const buildings = await listBuildings(db)
  const months = lastMonths(toDay(now), 12)
  const counts = await readStatCounts(db, moneyKeys(buildings, months))
  const overdue = await sumOverdue(db, toDay(now))
  const figures = toMoneyFigures(buildings, months, counts, {
    outstanding: [...(await sumOutstanding(db, now)), ...(await sumDueCharges(db)), ...(await sumBilled(db))],
    toRefund: await sumRefundsToPay(db),
  })
  return { ...figures, overdue: { bills: overdue.bills, amount: toAmount(overdue.cents) } }
}

const keyOf = (direction: 'in' | 'out', buildingID: string, month: string) =>
  `money-${direction}:${buildingID}:${month}`

const moneyKeys = (buildings: readonly Building[], months: readonly string[]) =>
  buildings.flatMap(({ buildingID }) =>
    months.flatMap((month) => [keyOf('in', buildingID, month), keyOf('out', buildingID, month)]),
  )

function toMoneyFigures(
  buildings: readonly Building[],
  months: readonly string[],
  counts: StatCounts,
  open: { outstanding: readonly OpenSum[]; toRefund: readonly OpenSum[] },
): Omit<MoneyFigures, 'overdue'> {
  const earlier = [...open.outstanding, ...open.toRefund].map(({ month }) => month)
  const listed = [...new Set([...months, ...earlier])].sort().reverse()
  const rows = listed.flatMap((month) =>
    buildings.map(({ buildingID, buildingName }) => {
      const sumOf = (sums: readonly OpenSum[]) =>
        sums
          .filter((sum) => sum.buildingID === buildingID && sum.month === month)
          .reduce((total, { cents }) => total + cents, 0)
      return {
        month,
        buildingID,
        buildingName,
        taken: counts.get(keyOf('in', buildingID, month)) ?? 0,
        refunded: counts.get(keyOf('out', buildingID, month)) ?? 0,
        outstanding: sumOf(open.outstanding),
        toRefund: sumOf(open.toRefund),
      }
    }),
  )
  return {
    totals: toAmounts(addUp(rows)),
    months: months.map((month) => {
      const { taken, refunded } = toAmounts(addUp(rows.filter((row) => row.month === month)))
      return { month, taken, refunded }
    }),
    rows: rows
      .filter((row) => row.taken + row.refunded + row.outstanding + row.toRefund > 0)
      .map((row) => ({ ...row, ...toAmounts(row) })),
  }
}

function addUp(rows: readonly Cents[]): Cents {
  const sum = { taken: 0, refunded: 0, outstanding: 0, toRefund: 0 }
  for (const row of rows) {
    sum.taken += row.taken
    sum.refunded += row.refunded
    sum.outstanding += row.outstanding
    sum.toRefund += row.toRefund
  }
  return sum
}

const toAmounts = ({ taken, refunded, outstanding, toRefund }: Cents): MoneySums => ({
  taken: toAmount(taken),
  refunded: toAmount(refunded),
  outstanding: toAmount(outstanding),
  toRefund: toAmount(toRefund),
})

const moneyColumns: CsvColumns<MoneyFigures['rows'][number]> = {
  Month: (row) => row.month,
  Hall: (row) => row.buildingName,
  'Taken (SGD)': (row) => row.taken,
  'Refunded (SGD)': (row) => row.refunded,
  'Outstanding (SGD)': (row) => row.outstanding,
  'To refund (SGD)': (row) => row.toRefund,
}

/** The export is recorded, like the others. */
export async function exportMoneyCsv(context: SignedInContext) {
  await record(context, 'export', 'money', {})
  const { rows } = await readMoney(context)
  return streamCsv(moneyColumns, async (last) => (last ? [] : rows))
}
