import type { Db } from './database.ts'

/** A query that is asked all day long is put together once for each database, and the engine plans it once for each connection. */
export function preparedQuery<Query>(prepare: (db: Db) => Query): (db: Db) => Query {
  const known = new WeakMap<Db, Query>()
  return (db) => {
    const query = known.get(db) ?? prepare(db)
    known.set(db, query)
    return query
  }
}
