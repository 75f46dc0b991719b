import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/ports/database.ts'

const holding = sql`(b.booking_status = 'Confirmed' and b.booking_type <> 'Archived')`
/** A pre-order whose family has asked for its urn still has its right. */
const waiting = sql`exists (select from urn_requests u where u.booking_id = b.booking_id and u.status = 'Open' and u.before_status = 'Confirmed')`

/** What must be true of rights once every booking was compared with them; each query finds the rows that break it. */
const invariantsOfRights: Record<string, SQL> = {
  'a confirmed booking names no right that is open': sql`
    select b.booking_id from bookings b left join rights r using (right_id)
    where ${holding} and (r.state is null or r.state = 'surrendered')`,
  'a booking names the right to another niche': sql`
    select b.booking_id from bookings b join rights r using (right_id) where r.niche_id <> b.niche_id`,
  'a right is open without a booking': sql`
    select r.number from rights r where r.state <> 'surrendered'
      and not exists (select from bookings b where b.right_id = r.right_id and (${holding} or ${waiting}))`,
  'a right that is open has no holder': sql`
    select r.number from rights r where r.state <> 'surrendered'
      and not exists (select from right_holders h where h.right_id = r.right_id)`,
  'the successors of a right are not numbered from one': sql`
    select right_id from right_contacts where place is not null
    group by right_id having max(place) <> count(*) or count(distinct place) <> count(*)`,
  'two families have one right': sql`
    with recursive family as (
      select booking_id, booking_id as first from bookings where beside_booking_id is null
      union all
      select b.booking_id, f.first from bookings b join family f on b.beside_booking_id = f.booking_id)
    select right_id from bookings join family using (booking_id) where right_id is not null
    group by right_id having count(distinct first) > 1`,
  'a right and its history disagree': sql`
    select r.number from rights r where r.version <> (select count(*) from right_moves m where m.right_id = r.right_id)
      or r.state <> (select m.to_state from right_moves m where m.right_id = r.right_id order by m.move_id desc limit 1)
      or 'grant' <> (select m.event from right_moves m where m.right_id = r.right_id order by m.move_id limit 1)`,
  'a move of a right is not in the audit log': sql`
    select m.move_id from right_moves m where not exists (
      select from audit_log a where a.subject = m.right_id::text and a.action = 'right.' || m.event)`,
}

/** The broken invariants, with the rows that break them. */
export async function findInvariantsOfRights(db: Db): Promise<Record<string, unknown[]>> {
  const broken: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(invariantsOfRights)) {
    const { rows } = await db.execute(query)
    if (rows.length > 0) broken[name] = rows
  }
  return broken
}
