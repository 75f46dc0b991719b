import type pg from 'pg'
import type { PlanNode, Sizes } from './judge-plan.ts'
import type { Statement } from './recording.ts'

/** The number is far below the rows of the large tables, and above those of any other table. */
const manyRows = 100_000

export async function readSizes(client: Pick<pg.Pool, 'query'>): Promise<Sizes> {
  const { rows } = await client.query<{ name: string; kind: string; rows: number; pages: number }>(
    "select relname as name, relkind as kind, reltuples as rows, relpages as pages from pg_class where relkind in ('r', 'i')",
  )
  const large = rows.filter((each) => each.kind === 'r' && each.rows >= manyRows)
  return {
    tables: new Map(large.map(({ name, rows, pages }) => [name, { rows, scanCost: pages + rows * 0.01 }])),
    indexes: new Map(rows.filter(({ kind }) => kind === 'i').map(({ name, rows }) => [name, rows])),
  }
}

/** The plan with these parameters, and the one that PostgreSQL may use for all parameters once it has seen a statement five times. */
export async function explain(client: pg.ClientBase, { text, params }: Omit<Statement, 'sentBy'>) {
  const own = await explainWith(client, text, params)
  await client.query(prepareText(text, params))
  await client.query('set plan_cache_mode = force_generic_plan')
  try {
    const nulls = params.length > 0 ? `(${params.map(() => 'null').join(', ')})` : ''
    return { own, generic: await explainWith(client, `execute generic${nulls}`, []) }
  } finally {
    await client.query('reset plan_cache_mode; deallocate generic')
  }
}

/** How long a page is does not change, but PostgreSQL would expect a tenth of all rows if the limit is a parameter. */
function prepareText(text: string, params: unknown[]) {
  const limits = new Set([...text.matchAll(/\blimit \$(\d+)/g)].map(([, number]) => Number(number)))
  const types = params.map((_, index) => (limits.has(index + 1) ? 'bigint' : 'unknown'))
  const withLimits = text.replaceAll(/\blimit \$(\d+)/g, (_, number) => `limit ${Number(params[number - 1])}`)
  return `prepare generic ${types.length > 0 ? `(${types.join(', ')})` : ''} as ${withLimits}`
}

async function explainWith(client: pg.ClientBase, text: string, params: unknown[]): Promise<PlanNode> {
  const { rows } = await client.query(`explain (format json) ${text}`, params)
  return rows[0]['QUERY PLAN'][0].Plan
}
