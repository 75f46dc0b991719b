import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

interface Sent {
  text?: string
}

/** Writes down every statement that this process sends to the database while the work is done. */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[]> {
  const seen: Statement[] = []
  const send = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [query, values] = given as [string | Sent, unknown]
    const text = typeof query === 'string' ? query : query.text
    if (text) seen.push({ text, values: Array.isArray(values) ? values : [] })
    return Reflect.apply(send, this, given)
  } as typeof send
  try {
    await work()
  } finally {
    pg.Client.prototype.query = send
  }
  return seen
}

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[BP]-[0-9A-Z]{10}\b/g

/** The same statements again with other ids: given ones for what is given, fresh ones for what was made. */
export function replayer(statements: Statement[]) {
  return async (client: pg.PoolClient, given: ReadonlyMap<string, string>) => {
    const fresh = new Map(given)
    const swap = (text: string) =>
      text.replace(id, (old) => {
        const known = fresh.get(old) ?? freshFor(old)
        fresh.set(old, known)
        return known
      })
    for (const { text, values } of statements) {
      await client.query({
        text,
        values: values.map((each) => (typeof each === 'string' ? swap(each) : each)),
        rowMode: 'array',
      })
    }
  }
}

function freshFor(old: string): string {
  const uuid = randomUUID()
  return old.length === 12 ? `${old.slice(0, 2)}${uuid.replaceAll('-', '').slice(0, 10).toUpperCase()}` : uuid
}
