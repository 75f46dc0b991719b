import { type SQL, sql } from 'drizzle-orm'
import { verifyBooks } from '#server/bills/verify-books.ts'
import type { Db } from '#server/ports/database.ts'

/** An admin may give a niche any status, whatever bookings say. */
const isOverridden = sql`(
  select l.booking_id is null and l.actor_id is not null from niche_status_log l
  where l.niche_id = n.niche_id order by l.log_id desc limit 1) is true`

/** The statuses from the weakest to the strongest: a niche has the strongest that its bookings give it. */
const statuses = sql`array['Available', 'Pending', 'Reserved', 'Occupied', 'Blocked']`

/** What must always be true of the database; each query finds the rows that break it. */
const invariants = {
  'a niche has more active bookings than places': sql`
    select n.niche_id from bookings b join niches n using (niche_id)
    where b.booking_status in ('Pending', 'Confirmed') and b.booking_type <> 'Archived'
    group by n.niche_id having count(*) > coalesce((to_jsonb(n) ->> 'capacity')::int, 1)`,
  'two families have one niche': sql`
    with recursive family as (
      select booking_id, booking_id as first from bookings b where to_jsonb(b) ->> 'beside_booking_id' is null
      union all
      select b.booking_id, f.first from bookings b join family f on to_jsonb(b) ->> 'beside_booking_id' = f.booking_id)
    select niche_id from bookings join family using (booking_id)
    where booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived'
    group by niche_id having count(distinct first) > 1`,
  'the active bookings of a niche and its status disagree': sql`
    select n.niche_id from bookings b join niches n using (niche_id)
    where b.booking_status in ('Pending', 'Confirmed') and b.booking_type <> 'Archived' and not ${isOverridden}
    group by n.niche_id having max(array_position(${statuses}, b.niche_status)) <> array_position(${statuses}, n.status)`,
  'a niche is kept by a booking that has ended': sql`
    select n.niche_id from niches n
    where n.status in ('Pending', 'Reserved', 'Occupied')
      and exists (select 1 from niche_status_log l where l.niche_id = n.niche_id and l.booking_id is not null)
      and not exists (
        select 1 from bookings b where b.niche_id = n.niche_id
          and b.booking_status in ('Pending', 'Confirmed') and b.booking_type <> 'Archived')
      and not ${isOverridden}`,
  'a booking and its payment disagree': sql`
    select b.booking_id from bookings b left join payments p using (booking_id)
    where (p.payment_id is null and b.made_by <> 'import')
      or (b.booking_status = 'Pending' and p.payment_status not in ('Pending', 'Paid', 'Waived'))
      or (b.booking_status = 'Confirmed' and p.payment_status not in ('Paid', 'Waived'))
      or (b.booking_status = 'Cancelled' and p.payment_status in ('Pending', 'Paid'))
      or ((b.hold_expires_at is not null) <> (b.booking_status = 'Pending' and p.payment_status = 'Pending'))`,
  'the last event of a payment differs from its status': sql`
    select p.payment_id from payments p where p.payment_status is distinct from (
      select e.to_status from payment_events e
      where e.payment_id = p.payment_id and e.to_status is not null order by e.event_id desc limit 1)`,
  'a payment was settled twice': sql`
    select payment_id from payment_events where kind in ('paid', 'waived') group by payment_id having count(*) > 1`,
  /** The previous build's database has no `charged_booking_id`. */
  'a settled payment has no receipt': sql`
    select p.payment_id from payments p
    where p.payment_status in ('Paid', 'Waived') and p.payment_method <> 'Bank transfer'
      and exists (select from bookings b where b.booking_id = coalesce(p.booking_id, to_jsonb(p) ->> 'charged_booking_id') and b.user_id is not null)
      and not exists (select 1 from outbox o where o.dedupe_key = 'receipt:' || p.payment_id)`,
  'the moves of a booking do not form a chain': sql`
    select m.booking_id from (
      select *, lag(to_status) over w as before_status, lag(to_type) over w as before_type, row_number() over w as place
      from booking_moves window w as (partition by booking_id order by move_id)) m
    where (m.place = 1 and m.event <> 'submit')
      or (m.place > 1 and (m.from_status is distinct from m.before_status or m.from_type is distinct from m.before_type))`,
  'the last move of a booking differs from its status': sql`
    select b.booking_id from bookings b join lateral (
      select m.to_status, m.to_type from booking_moves m where m.booking_id = b.booking_id order by m.move_id desc limit 1) last on true
    where last.to_status <> b.booking_status or last.to_type <> b.booking_type`,
  'a move was not recorded in the audit log': sql`
    select b.booking_id from bookings b
    where (select count(*) from booking_moves m where m.booking_id = b.booking_id)
       <> (select count(*) from audit_log a where a.subject = b.booking_id
             and a.action like 'booking.%' and a.action not in ('booking.account_confirmed', 'booking.linked', 'booking.unlinked',
               'booking.link_code_sent', 'booking.link_code_wrong'))`,
  'the history of a niche does not form a chain': sql`
    select l.niche_id from (
      select *, lag(to_status) over (partition by niche_id order by log_id) as before from niche_status_log) l
    where l.before is not null and l.from_status <> l.before`,
  'the last change of a niche differs from its status': sql`
    select n.niche_id from niches n join lateral (
      select to_status from niche_status_log l where l.niche_id = n.niche_id order by log_id desc limit 1) last on true
    where last.to_status <> n.status`,
  'a row lacks the rows that belong to it': sql`
    select beneficiary_id::text from beneficiaries e where not exists (select 1 from bookings b where b.beneficiary_id = e.beneficiary_id)
    union all
    select certificate_id::text from certificates c where not exists (select 1 from certificate_chunks k where k.certificate_id = c.certificate_id)
    union all
    select b.booking_id from bookings b where b.made_by <> 'import' and not exists (select 1 from booking_moves m where m.booking_id = b.booking_id)`,
  'a booking has no birth certificate': sql`
    select b.booking_id from bookings b join payments p using (booking_id)
    where (b.booking_status, p.payment_status) <> ('Cancelled', 'Failed')
      and not exists (select 1 from certificates c where c.beneficiary_id = b.beneficiary_id and c.kind = 'birth')`,
  'an urn request is open for a booking that cannot have one': sql`
    select u.booking_id from urn_requests u join bookings b using (booking_id)
    where u.status = 'Open' and (b.booking_status, b.booking_type) <> ('Pending', 'PreOrder')`,
  'the stored statistics differ from the bookings': sql`
    select key from (
      select key, sum(amount) as amount from (select key, amount from stat_totals union all select key, amount from stat_deltas) f group by key) f
    where (key = 'bookings' and amount <> (select count(*) from bookings))
       or (key = 'pending' and amount <> (select count(*) from bookings where booking_status = 'Pending'))`,
}

export type Invariant = keyof typeof invariants

/** The broken invariants, with the rows that break them. */
export const findViolations = (db: Db): Promise<Partial<Record<Invariant, unknown[]>>> => findIn(db, invariants)

/** One statement runs all queries, so that all of them see the same moment. */
async function findIn(db: Db, queries: Record<string, SQL>) {
  const parts = Object.entries(queries).map(
    ([name, query]) => sql`select ${name}::text as name, to_jsonb(broken) as broken from (${query}) broken`,
  )
  const { rows } = await db.execute<{ name: string; broken: unknown }>(sql.join(parts, sql` union all `))
  const found: Record<string, unknown[]> = {}
  for (const { name, broken } of rows) found[name] = [...(found[name] ?? []), broken]
  return found
}

/** The control of a race drops these: without them, several bookings get one place. */
export async function dropPlaceConstraints(db: Db) {
  await db.execute(sql`drop index bookings_one_active_per_place`)
  await db.execute(sql`drop trigger bookings_within_capacity on bookings`)
}

/** The same, and every niche counts as free although another booking has it. */
export async function allowDoubleBooking(db: Db) {
  await dropPlaceConstraints(db)
  await db.execute(sql`
    create function always_free() returns trigger language plpgsql as $$ begin new.status := 'Available'; return new; end $$`)
  await db.execute(sql`create trigger always_free before update on niches for each row execute function always_free()`)
}

/** The moves that need a second person; an import needs no attempt, nor does what was seen in a stock-take. */
const movesOfAttempts = sql`('place', 'takeOut', 'release', 'disprove')`

/** The same of tables that an earlier release lacks. Apart, because its database is checked too. */
const laterInvariants = {
  'two appointments have one seat': sql`
    select a.appointment_id::text from appointment_slots a join appointment_slots b using (hall_number, seat)
    where a.appointment_id < b.appointment_id and a.starts_at < b.ends_at and b.starts_at < a.ends_at`,
  'since when an urn is outside differs from the ledger': sql`
    select u.tag from urns u where u.outside_since is distinct from (
      select case when m.event in ('receive', 'takeOut') then m.at end from urn_moves m
      where m.tag = u.tag and m.event not in ('shelve', 'move') order by m.position desc limit 1)`,
  'the moves of an urn are not numbered one by one': sql`
    select tag from urn_moves group by tag having max(position) <> count(*) or count(distinct position) <> count(*)`,
  'a move by two people was not confirmed by two': sql`
    select m.move_id::text from urn_moves m
    where m.event in ${movesOfAttempts} and (
      m.actor_id is not distinct from m.witness_id
      or (select count(*) from urn_attempts a where a.second_request_id = m.request_id and a.tag = m.tag and a.outcome = 'done'
            and a.first_by_id = m.actor_id and a.second_by_id = m.witness_id) <> 1)`,
  'an urn was placed in another niche than that of its booking': sql`
    select m.move_id::text from urn_moves m join urns u using (tag) join bookings b using (booking_id)
    where m.event = 'place' and m.niche_id <> b.niche_id`,
  'the money that moved differs from the payment': sql`
    select p.payment_id from payments p where p.payment_status in ('Pending', 'Billed', 'Failed', 'Paid', 'Refunding', 'Refunded')
      and (select coalesce(sum(e.moved_cents), 0) from payment_events e where e.payment_id = p.payment_id and e.kind not like 'surplus%' and e.kind not like 'dispute %')
       <> case when p.payment_status in ('Paid', 'Refunding') then p.amount_cents else 0 end`,
  'a cash-up differs from what it took': sql`
    select c.cash_up_number from cash_ups c join cash_up_lines l using (cash_up_number)
    where c.state <> 'withdrawn' and l.expected_cents <> (
      select coalesce(sum(e.moved_cents), 0) from payment_events e
      where e.cash_up_number = c.cash_up_number and e.method = l.method)`,
  'the stored figures of money or of niches differ from their rows': sql`
    with stored as (
      select key, sum(amount) as amount from (select key, amount from stat_totals union all select key, amount from stat_deltas) f group by key),
    counted as (
      select 'status:' || status as key, count(*) as amount from niches group by status
      union all
      select case when moved_cents > 0 then 'money-in:' else 'money-out:' end || building_id || ':'
        || to_char(at at time zone 'Asia/Singapore', 'YYYY-MM'), sum(abs(moved_cents))
      from payment_events join payments p using (payment_id)
        join bookings b on b.booking_id = coalesce(p.booking_id, p.charged_booking_id) join niche_places using (niche_id)
      where moved_cents <> 0 group by 1)
    select key from counted full join stored using (key)
    where (key like 'status:%' or key like 'money-%') and coalesce(counted.amount, 0) <> coalesce(stored.amount, 0)`,
  'a decision has no letter': sql`
    with known(event, kinds) as (values
      ('approve', array['approved', 'urn placement approved']), ('confirm', array['pre-order confirmed']),
      ('release', array['released']), ('expire', array['hold expired'])),
    decided as (
      select booking_id, event, kinds, count(*) as times
      from booking_moves join known using (event) join bookings using (booking_id)
      where user_id is not null and not (event = 'expire' and (
        select count(*) from outbox join users on email = to_address
        where kind = 'hold expired' and users.user_id = bookings.user_id) >= 6)
      group by booking_id, event, kinds),
    letters as (
      select substring(subject from 'B-[0-9A-Z]{10}') as booking_id, kind, count(*) as times from outbox group by 1, 2)
    select d.booking_id from decided d left join letters l on l.booking_id = d.booking_id and l.kind = any(d.kinds)
    group by d.booking_id, d.event, d.times having d.times > coalesce(sum(l.times), 0)`,
}

type LaterInvariant = keyof typeof laterInvariants

/** The rows that break one of these invariants. */
export const findBroken = async (db: Db, name: LaterInvariant): Promise<unknown[]> =>
  (await db.execute(laterInvariants[name])).rows

/** The broken invariants of every table. */
export const findAllViolations = async (db: Db) => ({
  ...(await findViolations(db)),
  ...(await findIn(db, laterInvariants)),
  ...(await findWrongBooks(db)),
})

/**
 * Every build in tests and proofs writes all money to the audit log, apart from upgrades, so the books are compared with it from the first
 * bill on. A new house is compared from a day later. Call it before the first bill.
 */
export const compareMoneyWithLog = (db: Db) =>
  db.execute(sql`alter table bill_series alter money_logged_from set default '2000-01-01'`)

async function findWrongBooks(db: Db) {
  const problems = await verifyBooks(db)
  return problems.length > 0 ? { 'bills, payments and money disagree': problems } : {}
}
