import { type SQL, sql } from 'drizzle-orm'
import type { BookDay, Difference, DifferenceReason } from '#contract/cash-up/books.ts'
import { drawerMethods } from '#contract/cash-up/cash-up.ts'
import type { Period } from '#contract/dashboard/api.ts'
import { addDays, toInstant } from '#contract/dates.ts'
import { groupBy } from '#contract/group-by.ts'
import { toAmount } from '#contract/money.ts'
import type { PaymentMethod } from '#contract/payments/payment.ts'
import { paddedNumber } from '#server/database/padded-number.ts'
import type { Db } from '#server/ports/database.ts'

const mostOnScreen = 500

/** What bills, the day book and the drawer say of each day and method, and why they differ. */
export async function compareBooks(db: Db, period: Period) {
  const { rows } = await db.execute<Sum>(sumsOf(period))
  const days = [...groupBy(rows, ({ day, method }) => `${day} ${method}`).values()].map(toBookDay)
  return { days: days.slice(0, mostOnScreen), isMore: days.length > mostOnScreen }
}

interface Sum extends Record<string, unknown> {
  day: string
  method: PaymentMethod
  /** Null for what all three agree on. */
  reason: DifferenceReason | null
  bills: number
  book: number
  drawer: number
  /** The part of their difference that this explains. */
  differs: number
  entries: number
  about: string[]
}

function toBookDay(sums: Sum[]): BookDay {
  const [{ day, method }] = sums as [Sum]
  const total = (name: 'bills' | 'book' | 'drawer') => toAmount(sums.reduce((sum, each) => sum + each[name], 0))
  const isInDrawer = drawerMethods.some((each) => each === method)
  return {
    day,
    method,
    bills: total('bills'),
    dayBook: total('book'),
    drawer: isInDrawer ? total('drawer') : null,
    differences: [...sums.flatMap((sum) => toDifference(sum) ?? []), ...unexplained(sums)],
  }
}

/** What all three agree on has the same bills and money, unless a bill has another amount or method than its money. */
function unexplained(sums: Sum[]): Difference[] {
  const agreed = sums.find(({ reason }) => reason === null)
  if (!agreed || agreed.bills === agreed.book) return []
  return [{ reason: 'otherAmount', amount: toAmount(agreed.bills - agreed.book), entries: 0, about: [] }]
}

const toDifference = ({ reason, differs, entries, about }: Sum): Difference | undefined =>
  reason ? { reason, amount: toAmount(differs), entries, about } : undefined

const dayOf = (instant: SQL) => sql`to_char(${instant} at time zone 'Asia/Singapore', 'YYYY-MM-DD')`
/** A refund that the bank has returned is paid out again, and has no second credit note. */
const causeOf = sql`case when e.kind in ('paid', 'refunded')
  and not exists (select from payment_events f where f.payment_id = e.payment_id and f.kind = e.kind and f.event_id < e.event_id)
  then case e.kind when 'paid' then 'settled' else 'refunded' end end`

/** Money and documents of the period, each once for each of the three that it belongs to, added up by day, method and reason. */
function sumsOf({ from, to }: Period) {
  const isIn = (instant: SQL) =>
    sql`${instant} >= ${toInstant(from, '00:00')} and ${instant} < ${toInstant(addDays(to, 1), '00:00')}`
  return sql`
    with moves as (
      select e.*, ${dayOf(sql`e.at`)} as day, ${dayOf(sql`b.issued_at`)} as billed_on, b.due_on, b.cause, c.state as counted,
        e.event_id <= coalesce((select last_earlier_event from bill_series), 0) as is_earlier,
        exists (select from payment_events l where l.payment_id = e.payment_id and l.kind in ('late', 'refund failed later')) as is_returned,
        exists (select from bills s where s.payment_id = e.payment_id) as has_bill
      from payment_events e
        left join bills b on b.payment_id = e.payment_id and b.cause = ${causeOf}
        left join cash_ups c on c.cash_up_number = e.cash_up_number
      where e.moved_cents is not null and e.moved_cents <> 0 and ${isIn(sql`e.at`)}
    ), documents as (
      select b.*, ${dayOf(sql`b.issued_at`)} as day, case b.kind when 'bill' then b.gross_cents else -b.gross_cents end as cents,
        (select ${dayOf(sql`min(e.at)`)} from payment_events e
          where e.payment_id = b.payment_id and e.kind = case b.cause when 'settled' then 'paid' else 'refunded' end) as moved_on,
        (select ${dayOf(sql`c.issued_at`)} from bills c where c.payment_id = b.payment_id and c.cause = 'credited') as credited_on,
        (select ${dayOf(sql`s.issued_at`)} from bills s where s.payment_id = b.payment_id and s.cause = 'settled') as billed_on
      from bills b where b.gross_cents <> 0 and ${isIn(sql`b.issued_at`)}
    ), facts (day, method, bills, book, drawer, differs, reason, about) as (
      select day, method, 0, moved_cents, 0, moved_cents, case
          when billed_on = day then null
          when due_on is not null and cause = 'settled' then 'transferred'
          when billed_on is not null then 'otherDay'
          when kind like 'dispute %' then 'disputed'
          when kind not in ('paid', 'refunded') or is_returned then 'returned'
          when is_earlier or (kind = 'refunded' and not has_bill) then 'earlier'
          else 'missing' end,
        payment_id from moves
      union all
      select day, payment_method, cents, 0, 0, cents, case
          when cause = 'corrected' or moved_on = day then null
          when credited_on = billed_on then null
          when credited_on is not null then 'credited'
          when due_on is not null and cause = 'settled' then case when moved_on is null then 'open' else 'transferred' end
          when moved_on is null then 'noMoney'
          else 'otherDay' end,
        ${paddedNumber('COL-', sql`number`)} from documents
      union all
      select day, method, 0, 0, case counted when 'signed' then moved_cents else 0 end, moved_cents, case counted
          when 'signed' then null
          when 'open' then 'notSigned'
          else 'notCounted' end,
        payment_id from moves where method in ('Cash', 'Cheque', 'Card')
      union all
      select ${dayOf(sql`c.counted_at`)}, l.method, 0, 0, l.counted_cents - l.expected_cents, l.counted_cents - l.expected_cents,
        'counted', 'Cash-up ' || c.cash_up_number || ': ' || l.reason
      from cash_ups c join cash_up_lines l on l.cash_up_number = c.cash_up_number
      where c.state = 'signed' and l.counted_cents <> l.expected_cents and ${isIn(sql`c.counted_at`)}
    )
    select day, method, reason, sum(bills)::float8 as bills, sum(book)::float8 as book, sum(drawer)::float8 as drawer,
      sum(differs)::float8 as differs, count(*)::int as entries, (array_agg(about order by about))[1:5] as about
    from facts group by day, method, reason order by day, method, reason`
}
