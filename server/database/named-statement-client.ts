import pg from 'pg'

/** More than the server has statements; what is put together anew each time goes without a name once they are given out. */
const maxStatements = 1000
const names = new Map<string, string>()

interface Statement {
  text?: string
  name?: string | undefined
  submit?: unknown
}

/** The database reads and plans a statement once for each connection, not at each call: every text has a name that tells it so. */
export class NamedStatementClient extends pg.Client {
  // The many shapes of a query are pg's; only the object that asks for a text is changed.
  override query = ((query: Statement, ...rest: unknown[]) =>
    Reflect.apply(pg.Client.prototype.query, this, [named(query), ...rest])) as pg.Client['query']
}

function named(query: Statement) {
  if (typeof query !== 'object' || query.submit || query.name || !query.text) return query
  const name = names.get(query.text) ?? nextName(query.text)
  return name ? { ...query, name } : query
}

function nextName(text: string) {
  if (names.size >= maxStatements) return undefined
  const name = `columba_${names.size}`
  names.set(text, name)
  return name
}
