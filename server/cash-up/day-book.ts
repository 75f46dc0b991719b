import type { DayBook, DayBookEntry } from '#contract/cash-up/cash-up.ts'
import { formatDateTime } from '#contract/dates.ts'
import { toAmount } from '#contract/money.ts'
import { record } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { streamCsv } from '#server/http/csv.ts'
import type { Db } from '#server/ports/database.ts'
import { listMoneyMoves, type MoneyMove, type Period, sumByClerk } from './queries.ts'

const mostOnScreen = 500

export async function readDayBook(db: Db, period: Period): Promise<DayBook> {
  const moves = await listMoneyMoves(db, period, undefined, mostOnScreen + 1)
  return {
    totals: (await sumByClerk(db, period)).map(({ takenCents, returnedCents, method, ...total }) => ({
      ...total,
      method: method ?? 'Credit Card',
      taken: toAmount(takenCents),
      returned: toAmount(-returnedCents),
    })),
    entries: moves.slice(0, mostOnScreen).map(presentMove),
    isMore: moves.length > mostOnScreen,
  }
}

const presentMove = ({ at, method, movedCents, ...move }: MoneyMove): DayBookEntry => ({
  ...move,
  at: at.toISOString(),
  method: method ?? 'Credit Card',
  amount: toAmount(movedCents ?? 0),
})

/** For accounting. Recorded, like the other exports. */
export async function exportDayBook(context: SignedInContext, period: Period) {
  await record(context, 'export', 'day book', { ...period })
  return streamCsv<MoneyMove>(
    ['Date', 'What', 'Payment', 'Booking', 'Recorded by', 'Method', 'In (SGD)', 'Out (SGD)', 'Cash-up'],
    ({ at, kind, paymentID, bookingID, clerk, method, movedCents, cashUpNumber }) => [
      formatDateTime(at.toISOString()),
      kind,
      paymentID,
      bookingID,
      clerk,
      method,
      movedCents !== null && movedCents >= 0 ? toAmount(movedCents) : null,
      movedCents !== null && movedCents < 0 ? toAmount(-movedCents) : null,
      cashUpNumber,
    ],
    (last, limit) => listMoneyMoves(context.db, period, last, limit),
  )
}
