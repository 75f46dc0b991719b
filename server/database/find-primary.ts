import pg from 'pg'
import { NamedStatementClient } from './named-statement-client.ts'

const answerWithinMs = 3000

/** A client that connects to the server that can write. They are asked for each connection, so that a promoted standby is found without a restart. */
export function clientOfPrimary(urls: readonly string[]) {
  if (urls.length === 1) return NamedStatementClient
  return class extends NamedStatementClient {
    override connect = ((callback?: (error: Error) => void) => {
      const found = findPrimary(urls).then((url) => {
        const { host, port } = new pg.Client({ connectionString: url })
        Object.assign(this, { host, port })
      })
      const connect = () => Reflect.apply(pg.Client.prototype.connect, this, [callback])
      return callback ? void found.then(connect, callback) : found.then(connect)
    }) as pg.Client['connect']
  }
}

/** The first of these servers that answers and is no standby. */
const findPrimary = (urls: readonly string[]): Promise<string> =>
  Promise.any(urls.map(requirePrimary)).catch((error: AggregateError) => {
    throw new Error('Connection terminated: no server of DATABASE_URL can write', { cause: error.errors[0] })
  })

async function requirePrimary(url: string): Promise<string> {
  const limits = { connectionTimeoutMillis: answerWithinMs, query_timeout: answerWithinMs }
  const client = new pg.Client({ connectionString: url, ...limits })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as "isStandby"')
    if (rows[0]?.isStandby) throw new Error(`${client.host}:${client.port} is a standby`)
    return url
  } finally {
    void client.end().catch(() => undefined)
  }
}
