import { sql } from 'drizzle-orm'
import type { Asked, House } from './house.ts'

/** Tables that the load fills. One that is empty is read whole by any planner, and that says nothing. */
const large = ['bookings', 'beneficiaries', 'payments', 'niches', 'users']

/** Prints how the database answers each query, and fails when it reads a large table from end to end. */
export async function explainAll(house: House, work: () => Promise<unknown>) {
  for (const asked of await house.queriesOf(work)) {
    if (!/^\s*(select|with|\(select)/i.test(asked.text)) continue
    const plan = await explain(house, asked)
    console.log(`\n${asked.text.slice(0, 160)}\n${plan}`)
    const whole = large.find((table) => new RegExp(`Seq Scan on "?${table}"?\\b`).test(plan))
    if (whole) throw new Error(`${whole} is read from end to end.`)
  }
}

async function explain({ context }: House, { text, params }: Asked): Promise<string> {
  const pieces = text.split(/\$(\d+)/)
  const query = pieces.map((piece, at) => (at % 2 ? sql`${params[Number(piece) - 1]}` : sql.raw(piece)))
  const { rows } = await context.db.execute(sql`explain ${sql.join(query)}`)
  return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
}
