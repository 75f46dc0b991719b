import pg from 'pg'
import { errorCodeOf } from '#server/core/error-code.ts'

/** Columba has fewer statements than this; the limit stops dynamic queries from adding names without end. */
const maxStatements = 1000
/** One with more has a list or many rows; each length of it would be a statement of its own. */
const maxValues = 50

interface Statement {
  text?: string
  name?: string | undefined
  submit?: unknown
}

/** Names every statement, so that the database parses and plans it once per connection instead of at every call. */
export class NamedStatementClient extends pg.Client {
  readonly #names = new Map<string, string>()

  // pg accepts many kinds of arguments; only a query object with a text is changed.
  override query = ((query: Statement, values?: unknown, ...rest: unknown[]) => {
    const answer = Reflect.apply(pg.Client.prototype.query, this, [this.#named(query, values), values, ...rest])
    if (answer instanceof Promise) answer.catch((error: Error) => this.#onFailure(query.text, error))
    return answer
  }) as pg.Client['query']

  #onFailure(text: string | undefined, error: Error) {
    /** Whatever is sent on this connection would wait behind the statement that the server has not answered; a standby never writes. */
    if (error.message === 'Query read timeout' || errorCodeOf(error) === '25006') this.connection.stream.destroy()
    /** Drizzle takes a connection from the pool, and does not give it back if the transaction cannot begin. */
    if (text?.startsWith('begin') && 'release' in this) (this as unknown as pg.PoolClient).release(error)
  }

  #named(query: Statement, values: unknown) {
    if (typeof query !== 'object' || query.submit || query.name || !query.text) return query
    if (Array.isArray(values) && values.length > maxValues) return query
    const name = this.#names.get(query.text) ?? this.#nextName(query.text)
    return name ? { ...query, name } : query
  }

  #nextName(text: string) {
    if (this.#names.size >= maxStatements) return undefined
    const name = `columba_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}
