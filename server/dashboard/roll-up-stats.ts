import { sql } from 'drizzle-orm'
import { type Context, inTransaction } from '#server/core/context.ts'
import { lockNumbers } from '#server/database/lock-numbers.ts'

const batch = 20_000

/** Adds the recorded changes to the totals, so that a read has few rows to sum. Only one replica does this at a time. */
export async function rollUpStats(outer: Context, limit = batch): Promise<void> {
  await inTransaction(outer, async ({ db }) => {
    const { rows } = await db.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lockNumbers.statFolding}) as mine`,
    )
    if (!rows[0]?.mine) return
    await db.execute(sql`
      with taken as (
        delete from stat_deltas where delta_id in (select delta_id from stat_deltas order by delta_id limit ${limit})
        returning key, amount
      )
      insert into stat_totals (key, amount) select key, sum(amount) from taken group by key
      on conflict (key) do update set amount = stat_totals.amount + excluded.amount`)
  })
}
