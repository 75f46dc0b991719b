import pg from 'pg'
import { errorCodeOf } from '#server/core/error-code.ts'

/** Columba has fewer statements than this; the limit stops dynamic queries from adding names without end. */
const maxStatements = 1000
/** A submission, the widest one, has 58. One with more has a list or many rows; each length of it would be a statement of its own. */
const maxValues = 60

interface Statement {
  text?: string
  name?: string
  submit?: unknown
}

/** Names every statement, so that the database parses and plans it once per connection instead of at every call. */
class NamedStatementClient extends pg.Client {
  readonly #names = new Map<string, string>()

  // pg accepts many kinds of arguments; only a query object with a text is changed.
  override query = ((query: Statement, values?: unknown, ...rest: unknown[]) => {
    const text = typeof query === 'object' && !query.submit && query.text
    const named = text ? { ...query, name: query.name ?? this.#nameOf(text, values) } : query
    const answer = Reflect.apply(pg.Client.prototype.query, this, [named, values, ...rest])
    if (answer instanceof Promise) answer.catch((error: Error) => this.#onFailure(query.text, error))
    return answer
  }) as pg.Client['query']

  #nameOf(text: string, values: unknown) {
    if (Array.isArray(values) && values.length > maxValues) return undefined
    if (this.#names.size < maxStatements && !this.#names.has(text)) this.#names.set(text, `columba_${this.#names.size}`)
    return this.#names.get(text)
  }

  #onFailure(text: string | undefined, error: Error) {
    /** Whatever is sent on this connection would wait behind the statement that the server has not answered; a standby never writes. */
    if (error.message === 'Query read timeout' || errorCodeOf(error) === '25006') this.connection.stream.destroy()
    /** Drizzle takes a connection from the pool, and does not give it back if the transaction cannot begin. */
    if (text?.startsWith('begin') && 'release' in this) (this as unknown as pg.PoolClient).release(error)
  }
}

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
