import { formatDateTime } from '#contract/dates.ts'
import { toAmount } from '#contract/money.ts'
import { record } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { type CsvColumns, streamCsv } from '#server/http/csv.ts'
import type { Db } from '#server/ports/database.ts'
import { listMoneyMoves, type MoneyMove, type Period, sumByClerk } from './queries.ts'

const mostOnScreen = 500

export async function readDayBook(db: Db, period: Period) {
  const moves = await listMoneyMoves(db, period, undefined, mostOnScreen + 1)
  return {
    totals: (await sumByClerk(db, period)).map(({ takenCents, returnedCents, method, ...total }) => ({
      ...total,
      method: method ?? ('Credit Card' as const),
      taken: toAmount(takenCents),
      returned: toAmount(-returnedCents),
    })),
    entries: moves.slice(0, mostOnScreen).map(presentMove),
    isMore: moves.length > mostOnScreen,
  }
}

const presentMove = ({ method, movedCents, ...move }: MoneyMove) => ({
  ...move,
  method: method ?? ('Credit Card' as const),
  amount: toAmount(movedCents ?? 0),
})

const dayBookColumns: CsvColumns<MoneyMove> = {
  Date: (move) => formatDateTime(move.at),
  What: (move) => move.kind,
  Payment: (move) => move.paymentID,
  Booking: (move) => move.bookingID,
  'Recorded by': (move) => move.clerk,
  Method: (move) => move.method,
  'In (SGD)': ({ movedCents }) => (movedCents !== null && movedCents >= 0 ? toAmount(movedCents) : null),
  'Out (SGD)': ({ movedCents }) => (movedCents !== null && movedCents < 0 ? toAmount(-movedCents) : null),
  'Cash-up': (move) => move.cashUpNumber,
}

/** Exports the day book for accounting. The audit log has an entry of it, as of the other exports. */
export async function exportDayBook(context: SignedInContext, period: Period) {
  await record(context, 'export', 'day book', { ...period })
  return streamCsv(dayBookColumns, (last, limit) => listMoneyMoves(context.db, period, last, limit))
}
