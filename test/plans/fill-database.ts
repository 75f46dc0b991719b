import { readFile } from 'node:fs/promises'
import pg from 'pg'

/** Fills the migrated database of this URL with what a house has after ten years. */
export async function fillDatabase(connectionString: string) {
  const [one, other] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })]
  await Promise.all([one.connect(), other.connect()])
  await one.query(await readFile(new URL('large-database.sql', import.meta.url), 'utf8'))
  const { rows: tables } = await one.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_relation_size(oid) desc",
  )
  /** On two connections, because the server builds an index on one core. */
  const finishTables = async (client: pg.Client) => {
    await client.query("set maintenance_work_mem = '256MB'")
    for (let table = tables.shift(); table; table = tables.shift()) {
      await client.query(`reindex table "${table.name}"`)
      await client.query(`vacuum analyze "${table.name}"`)
    }
  }
  await Promise.all([finishTables(one), finishTables(other)])
  await Promise.all([one.end(), other.end()])
}
