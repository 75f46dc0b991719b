import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

interface QueryObject {
  text?: string
}

/** Records every SQL statement that this process sends while `work` runs. */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[]> {
  const recorded: Statement[] = []
  const originalQuery = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [query, values] = args as [string | QueryObject, unknown]
    const text = typeof query === 'string' ? query : query.text
    if (text) recorded.push({ text, values: Array.isArray(values) ? values : [] })
    return Reflect.apply(originalQuery, this, args)
  } as typeof originalQuery
  try {
    await work()
  } finally {
    pg.Client.prototype.query = originalQuery
  }
  return recorded
}

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[BP]-[0-9A-Z]{10}\b/g

/** Sends the same statements with other ids: the `given` replacements, and a new id for every other id found. */
export function replayer(statements: Statement[]) {
  return async (client: pg.PoolClient, given: ReadonlyMap<string, string>) => {
    const replacements = new Map(given)
    const replaceIDs = (text: string) =>
      text.replace(id, (old) => {
        const known = replacements.get(old) ?? newIDLike(old)
        replacements.set(old, known)
        return known
      })
    for (const { text, values } of statements) {
      await client.query({
        text,
        values: values.map((each) => (typeof each === 'string' ? replaceIDs(each) : each)),
        rowMode: 'array',
      })
    }
  }
}

function newIDLike(old: string): string {
  const uuid = randomUUID()
  return old.length === 12 ? `${old.slice(0, 2)}${uuid.replaceAll('-', '').slice(0, 10).toUpperCase()}` : uuid
}
