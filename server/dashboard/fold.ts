import { sql } from 'drizzle-orm'
import { type Context, inTransaction } from '#server/context.ts'

/** Any number will do, as long as every replica takes the same. */
const oneFolder = 7_316_032
const batch = 20_000

/** Adds the differences counted so far to the totals, so that a read has little to sum. */
export async function foldFigures(outer: Context): Promise<void> {
  await inTransaction(outer, async ({ db }) => {
    const { rows } = await db.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${oneFolder}) as mine`)
    if (!rows[0]?.mine) return
    await db.execute(sql`
      with taken as (
        delete from stat_deltas where delta_id in (select delta_id from stat_deltas order by delta_id limit ${batch})
        returning key, amount
      )
      insert into stat_totals (key, amount) select key, sum(amount) from taken group by key
      on conflict (key) do update set amount = stat_totals.amount + excluded.amount`)
  })
}
