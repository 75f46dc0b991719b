import type { Period } from '#contract/dashboard/api.ts'
import { formatDateTime, toDay } from '#contract/dates.ts'
import { toAmount } from '#contract/money.ts'
import { record } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { type CsvColumns, streamCsv } from '#server/http/csv.ts'
import { pageOf, toPage } from '#server/http/paged.ts'
import type { Db } from '#server/ports/database.ts'
import { listMoneyMoves, type MoneyMove, sumByClerk } from './queries.ts'

const entriesPerPage = 500

/** The totals are those of the whole period on each page. */
export async function readDayBook(db: Db, { cursor, ...period }: Period & { cursor?: string | undefined }) {
  const page = pageOf(await listMoneyMoves(db, period, cursor, entriesPerPage + 1), entriesPerPage, eventIDOf)
  const book = {
    totals: (await sumByClerk(db, period)).map(({ takenCents, returnedCents, method, ...total }) => ({
      ...total,
      method: method ?? ('Credit Card' as const),
      taken: toAmount(takenCents),
      returned: toAmount(-returnedCents),
    })),
    entries: page.rows.map(presentMove),
  }
  return toPage(book, page.next)
}

const eventIDOf = ({ eventID }: MoneyMove) => String(eventID)

const presentMove = ({ method, movedCents, ...move }: MoneyMove) => ({
  ...move,
  method: method ?? ('Credit Card' as const),
  amount: toAmount(movedCents ?? 0),
})

const dayBookColumns: CsvColumns<MoneyMove> = {
  Date: (move) => formatDateTime(move.at),
  Day: (move) => toDay(move.at),
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
  return streamCsv(dayBookColumns, (last, limit) => listMoneyMoves(context.db, period, last && eventIDOf(last), limit))
}
