import { sql } from 'drizzle-orm'
import type { BenchApp, SentQuery } from './bench-app.ts'

/** The tables that the load fills. PostgreSQL always scans an empty table. */
const large = ['bookings', 'beneficiaries', 'payments', 'niches', 'users']

/** Prints the query plan of each select, and fails if one scans a whole large table. */
export async function explainAll(app: BenchApp, work: () => Promise<unknown>, tables: readonly string[] = large) {
  for (const query of await app.recordQueries(work)) {
    if (!/^\s*(select|with|\(select)/i.test(query.text)) continue
    const plan = await explain(app, query)
    console.log(`\n${query.text.slice(0, 160)}\n${plan}`)
    const scanned = tables.find((table) => new RegExp(`Seq Scan on "?${table}"?\\b`).test(plan))
    if (scanned) throw new Error(`This query scans the whole table ${scanned}.`)
  }
}

async function explain({ context }: BenchApp, { text, params }: SentQuery): Promise<string> {
  const parts = text.split(/\$(\d+)/)
  const query = parts.map((part, index) => (index % 2 ? sql`${sql.param(params[Number(part) - 1])}` : sql.raw(part)))
  const { rows } = await context.db.execute(sql`explain ${sql.join(query)}`)
  return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
}
