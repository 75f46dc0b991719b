import { type SQL, sql } from 'drizzle-orm'
import { paddedNumber } from '#server/database/padded-number.ts'
import type { Db } from '#server/ports/database.ts'

/** What was settled before there were bills has a receipt and no bill. */
const events = sql`(
  select * from payment_events where event_id > coalesce((select last_earlier_event from bill_series), 0))`
/** A bill that waits for the transfer of an organisation, or was credited before it came. */
const isAwaited = sql`exists (select from payments p where p.payment_id = b.payment_id and p.payment_status = 'Billed')`
const isCreditedUnpaid = sql`exists (select from bills c where c.payment_id = b.payment_id and c.cause = 'credited')`
/** The entries of the audit log that name each kind of money that moves. */
const loggedAs = sql`(values ('paid', 'booking.pay'), ('paid', 'booking.finalise'), ('paid', 'booking.retake'),
  ('paid', 'payment.recorded'), ('late', 'payment.late'), ('refunded', 'payment.refunded'), ('surplus', 'payment.surplus'),
  ('surplus refunded', 'payment.surplus_refunded'), ('refund failed later', 'payment.refund_failed'),
  ('dispute withdrawn', 'payment.moved_by_bank'), ('dispute returned', 'payment.moved_by_bank'),
  ('dispute refunded', 'payment.moved_by_bank')) as logged (kind, action)`
const numberOf = (alias: string) => paddedNumber('COL-', sql.raw(`${alias}.number`))

/** Each finds what breaks one rule of the books, and names it. */
const rules: Record<string, SQL> = {
  'The numbers do not go from the first one to the last without a gap': sql`
    select s.series as what from bill_series s cross join (select count(*) as count, min(number) as least, max(number) as most from bills) b
    where s.last_number <> s.first_number - 1 + b.count
      or b.least <> s.first_number or b.most <> s.last_number`,
  'A document is older than the one before it': sql`
    select ${numberOf('b')} as what from (select number, issued_at, lag(issued_at) over (order by number) as before from bills) b
    where b.issued_at < b.before`,
  'A settled payment has no bill': sql`
    select e.payment_id as what from ${events} e
    where e.kind in ('paid', 'waived')
      and not exists (select from bills b where b.payment_id = e.payment_id and b.cause = 'settled')`,
  'A bill differs from the money that came in': sql`
    select ${numberOf('b')} as what from bills b
    where b.cause = 'settled' and not (b.due_on is not null and (${isAwaited} or ${isCreditedUnpaid})) and b.gross_cents is distinct from (
      select sum(coalesce(e.moved_cents, e.amount_cents)) from payment_events e where e.payment_id = b.payment_id and e.kind in ('paid', 'waived'))`,
  'A document has another method than its money': sql`
    select ${numberOf('b')} as what from bills b
    where b.cause in ('settled', 'refunded') and (
      select bool_or(coalesce(e.method, b.payment_method) = b.payment_method) from payment_events e
      where e.payment_id = b.payment_id and case b.cause when 'refunded' then e.kind = 'refunded' else e.kind in ('paid', 'waived') end) is false`,
  'Money has moved that the audit log does not name': sql`
    select e.payment_id as what from payment_events e join payments p on p.payment_id = e.payment_id
    where e.moved_cents <> 0 and e.at >= (select min(money_logged_from) from bill_series) and not exists (
      select from audit_log a join ${loggedAs} on logged.action = a.action and logged.kind = e.kind
      where a.subject = coalesce(p.booking_id, p.charged_booking_id)
        and (a.details ->> 'paymentID' = e.payment_id or (a.action like 'booking.%' and p.booking_id is not null)))`,
  'A payment of an organisation is awaited without a bill': sql`
    select p.payment_id as what from payments p
    where p.payment_status = 'Billed' and not exists (select from bills b where b.payment_id = p.payment_id and b.due_on is not null)`,
  'A refund of a billed payment has no credit note': sql`
    select e.payment_id as what from ${events} e join bills b on b.payment_id = e.payment_id and b.cause = 'settled'
    where e.kind = 'refunded'
      and not exists (select from bills c where c.payment_id = e.payment_id and c.cause = 'refunded')`,
  'No money has gone back for a credit note': sql`
    select ${numberOf('c')} as what from bills c
    where c.cause = 'refunded'
      and not exists (select from payment_events e where e.payment_id = c.payment_id and e.kind = 'refunded')`,
  'A credit note differs from its bill': sql`
    select ${numberOf('c')} as what from bills c left join bills b on b.number = c.credits_number and b.kind = 'bill'
    where c.kind = 'creditNote' and (b.gross_cents, b.tax_cents) is distinct from (c.gross_cents, c.tax_cents)`,
  'Bills less credit notes differ from the money of a payment, and what is awaited': sql`
    select b.payment_id as what from bills b group by b.payment_id
    having sum(case b.kind when 'bill' then b.gross_cents else -b.gross_cents end) is distinct from (
      select coalesce(sum(coalesce(e.moved_cents, e.amount_cents)) filter (where e.kind in ('paid', 'waived')), 0)
        - coalesce(max(coalesce(-e.moved_cents, e.amount_cents)) filter (where e.kind = 'refunded'), 0)
        + (select case p.payment_status when 'Billed' then p.amount_cents else 0 end from payments p where p.payment_id = b.payment_id)
      from payment_events e where e.payment_id = b.payment_id)`,
  'A corrected bill and its credit note are not both there': sql`
    select ${numberOf('b')} as what from bills b
    where b.cause = 'corrected' and not exists (select from bills other where other.cause = 'corrected' and other.payment_id = b.payment_id
      and case b.kind when 'bill' then other.credits_number = b.replaces_number else other.replaces_number = b.credits_number end)`,
  'A payment differs from the charges that it pays': sql`
    select p.payment_id as what from payments p
    where p.charged_booking_id is not null and p.payment_status in ('Pending', 'Billed', 'Paid')
      and p.amount_cents is distinct from (select sum(c.cents) from charges c where c.payment_id = p.payment_id)`,
  'A bill of charges has other lines than charges': sql`
    select ${numberOf('b')} as what from bills b join payments p on p.payment_id = b.payment_id and p.charged_booking_id is not null
    where not ${isCreditedUnpaid} and (select array_agg((line ->> 'gross')::numeric * 100 order by (line ->> 'gross')::numeric) from jsonb_array_elements(b.lines) line)
      is distinct from (select array_agg(c.cents::numeric order by c.cents) from charges c where c.payment_id = p.payment_id)`,
  'A charge is paid by a payment of another booking': sql`
    select c.charge_id::text as what from charges c join payments p on p.payment_id = c.payment_id
    where p.charged_booking_id is distinct from c.booking_id`,
  'The lines of a document do not add up to its total': sql`
    select ${numberOf('b')} as what from bills b cross join lateral (
      select sum((line ->> 'gross')::numeric * 100) as gross, sum((line ->> 'tax')::numeric * 100) as tax
      from jsonb_array_elements(b.lines) line) sum
    where (b.gross_cents, b.tax_cents) is distinct from (sum.gross, sum.tax)`,
}

/** Where bills, payments and money do not agree, a sentence each. Empty if all is well. */
export async function verifyBooks(db: Db): Promise<string[]> {
  const parts = Object.entries(rules).map(
    ([rule, query]) => sql`select ${rule}::text as rule, broken.what from (${query}) broken`,
  )
  const { rows } = await db.execute<{ rule: string; what: string }>(sql.join(parts, sql` union all `))
  return rows.map(({ rule, what }) => `${rule}: ${what}.`)
}
