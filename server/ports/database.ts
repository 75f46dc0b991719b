import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTable, PgView } from 'drizzle-orm/pg-core'

/** The result of a raw statement; both engines return this shape. */
interface QueryResult<Row> {
  rows: Row[]
}
interface QueryResultKind extends PgQueryResultHKT {
  type: QueryResult<this['row']>
}

/** The database or a transaction, on either engine. */
export type Db = PgDatabase<QueryResultKind>

/** The row of a query that finds one at most: `db.select()...then(only)`. */
export const only = <Row>(rows: Row[]): Row | undefined => rows[0]

/** Whether a statement has found or changed a row: `db.select()...then(hasRows)`. */
export const hasRows = (rows: readonly unknown[]): boolean => rows.length > 0

/** Whether a table or view has such a row, or any. */
export const isThere = (db: Db, table: PgTable | PgView, where?: SQL): Promise<boolean> =>
  db.select({ isThere: sql`true` }).from(table).where(where).limit(1).then(hasRows)

/** The payload is `undefined` if messages may have been missed: then read the data again. */
export type NotificationHandler = (payload: string | undefined) => void

export interface Migration {
  name: string
  /** The time when it was generated, in milliseconds. The newest one in the database decides what is still to be applied. */
  createdAt: number
  hash: string
  statements: string[]
}

export interface Database {
  db: Db
  engine: 'pglite' | 'postgres'
  /** The name and host of the database, for messages to operators. */
  label: string
  /** Receives messages from every replica, including this one. Returns a function that stops listening. */
  listen: (channel: string, onMessage: NotificationHandler) => Promise<() => Promise<void>>
  notify: (channel: string, payload: string) => Promise<void>
  /** Applies missing migrations; other replicas wait meanwhile. */
  migrate: (migrations: Migration[]) => Promise<void>
  /** The time of the database, within milliseconds. Before the first `ping`, that of this machine. */
  clock: () => Date
  /** The time by which the clock of this machine is ahead of that of the database; negative if it is behind. */
  secondsAhead: () => number
  /** Reads the clock of the database. Rejects if it does not respond. */
  ping: () => Promise<void>
  /** Writes the row of this server and some temporary data. Resolves to the newest migration, and rejects if the database cannot take them. */
  tryWriting: () => Promise<number>
  close: () => Promise<void>
}
