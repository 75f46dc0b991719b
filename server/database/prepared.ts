import type { Db } from '#server/ports/database.ts'

/** For frequent queries: the SQL is built once per database, and planned once per connection. */
export function preparedQuery<Query>(prepare: (db: Db) => Query): (db: Db) => Query {
  const known = new WeakMap<Db, Query>()
  return (db) => {
    const query = known.get(db) ?? prepare(db)
    known.set(db, query)
    return query
  }
}
