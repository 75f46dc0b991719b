import { type SQL, sql } from 'drizzle-orm'
import type { Config } from '#server/core/config.ts'
import type { Db } from '#server/ports/database.ts'

/** Queries for rows without what is always written with them. */
const traces: Record<string, SQL> = {
  'bookings have no history': sql`
    select booking_id as id from bookings
    where made_by <> 'import' and not exists (select from booking_moves m where m.booking_id = bookings.booking_id)`,
  'urns have no history': sql`
    select tag as id from urns where not exists (select from urn_moves m where m.tag = urns.tag)`,
}

/** Demo data is written without these. */
const tracesOfPeople: Record<string, SQL> = {
  'payments have no history': sql`
    select payment_id as id from payments
    where not exists (select from payment_events e where e.payment_id = payments.payment_id)`,
  'bookings have moves that the audit log does not have': sql`
    select distinct m.booking_id as id
    from (select booking_id, event, count(*) as amount from booking_moves group by booking_id, event) m
    left join (select subject, action, count(*) as amount from audit_log where action like 'booking.%' group by subject, action) a
      on a.subject = m.booking_id and a.action = 'booking.' || m.event
    where m.amount > coalesce(a.amount, 0)`,
  'imports of registers are not in the audit log': sql`
    select import_id::text as id from register_imports
    where not exists (
      select from audit_log where action = 'register.imported' and subject = register_imports.import_id::text)`,
}

/** Whoever empties the audit log and the ledgers together leaves bookings, payments and urns behind. */
export async function findMissingTraces(db: Db, mode: Config['mode']): Promise<string[]> {
  const problems: string[] = []
  for (const [what, query] of Object.entries({ ...traces, ...(mode === 'production' && tracesOfPeople) })) {
    const { rows } = await db.execute<{ amount: number; example: string }>(
      sql`select count(*)::int as amount, min(id) as example from (${query}) found`,
    )
    const [{ amount, example } = { amount: 0, example: '' }] = rows
    if (amount > 0) problems.push(`${amount.toLocaleString('en')} ${what}, such as ${example}.`)
  }
  return problems
}
