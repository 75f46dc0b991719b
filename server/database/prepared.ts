import type { Db } from '#server/ports/database.ts'

/** Prepares a frequent query: its SQL is built once per database, and planned once per connection. */
export function preparedQuery<Query>(prepare: (db: Db) => Query): (db: Db) => Query {
  const known = new WeakMap<Db, Query>()
  return (db) => {
    const query = known.get(db) ?? prepare(db)
    known.set(db, query)
    return query
  }
}

/** What drizzle keeps to itself: a database and its transactions have one dialect, and each has the connection that it sends on. */
interface Internals {
  dialect: object
  _: { session: { client: unknown } }
}

/**
 * A statement that is sent in transactions too. For drizzle each transaction is another database, for which it would build the statement again;
 * this one is built once and sent on the connection of the transaction. Building a wide one takes as long as sending it.
 */
export function preparedStatement<Statement extends object>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const known = new WeakMap<object, Statement>()
  return (db) => {
    const { dialect, _: internal } = db as unknown as Internals
    const statement = known.get(dialect) ?? prepare(db)
    known.set(dialect, statement)
    return Object.create(statement, { client: { value: internal.session.client } })
  }
}
