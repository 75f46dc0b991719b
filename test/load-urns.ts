import { sql } from 'drizzle-orm'
import { tagAlphabet, tagFrom } from '#contract/urns/tag.ts'
import type { Db } from '#server/ports/database.ts'

/** The tag of the urn of the load booking with this number. */
export function loadTag(n: number): string {
  const digits = Array.from(
    { length: 7 },
    (_, place) => tagAlphabet[Math.floor(n / tagAlphabet.length ** place) % tagAlphabet.length],
  )
  return tagFrom(digits.join(''))
}

/** An urn for every booking of `seedLoad`, received and put on a shelf, each at a time of its own. */
export async function addLoadUrns(db: Db) {
  const { rows } = await db.execute<{ bookings: number }>(
    sql`select count(*)::int as bookings from bookings where booking_id like 'B-ZZ%'`,
  )
  const bookings = rows[0]?.bookings ?? 0
  const step = 10_000
  for (let from = 1; from <= bookings; from += step) {
    const tags = Array.from({ length: Math.min(step, bookings - from + 1) }, (_, index) => loadTag(from + index))
    const numbered = sql`(select ${from}::int - 1 + n as n, tag from jsonb_array_elements_text(${JSON.stringify(tags)}::jsonb) with ordinality as t (tag, n)) urn`
    await db.execute(sql`
      insert into urns (tag, booking_id, cremation_number, created_at)
      select tag, 'B-ZZ' || lpad(upper(to_hex(n)), 8, '0'), 'LOAD ' || n || '/26', now() from ${numbered}`)
    await db.execute(sql`
      insert into urn_moves (move_id, tag, position, event, shelf, actor_id, request_id, at)
      select gen_random_uuid(), tag, position, case position when 1 then 'receive' else 'shelve' end,
        case position when 1 then '' else 'Load shelf' end, (select user_id from users limit 1), gen_random_uuid(),
        now() - interval '400 days' + (n * 2 + position) * interval '1 minute'
      from ${numbered}, (values (1), (2)) moves (position)`)
  }
  await db.execute(sql`analyze`)
}
