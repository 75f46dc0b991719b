import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'

/** What a raw statement answers, alike on both engines. */
interface QueryResult<Row> {
  rows: Row[]
}
interface QueryResultKind extends PgQueryResultHKT {
  type: QueryResult<this['row']>
}

/** The database or a transaction of it, whichever engine is below. */
export type Db = PgDatabase<QueryResultKind>

/** `undefined` when messages may have been missed: whatever was being followed must be read again. */
export type NotificationHandler = (payload: string | undefined) => void

export interface Database {
  db: Db
  engine: 'pglite' | 'postgres'
  /** Messages from every replica, this one too; answers how to stop. */
  listen: (channel: string, onMessage: NotificationHandler) => Promise<() => Promise<void>>
  notify: (channel: string, payload: string) => Promise<void>
  /** Applies what is missing of the schema, while other replicas wait. */
  migrate: (folder: string) => Promise<void>
  /** Fails when the database does not answer. */
  ping: () => Promise<void>
  close: () => Promise<void>
}

/** Each engine is loaded only when it is the one: the embedded one takes 30 MB. */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Logger): Promise<Database> {
  if (config.databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(config.databaseUrl, log)
  }
  const { openPGlite } = await import('./pglite.ts')
  return openPGlite(config.dataDir)
}
