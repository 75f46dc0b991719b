import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { errorCodeOf } from '../error-code.ts'
import { root } from '../project-root.ts'
import { StartError } from '../start-error.ts'
import type { Database } from './database.ts'

const folder = join(root, 'server/database/migrations')

/**
 * Migrates the schema to this version; refuses a database that a newer version has migrated. If there is nothing to do, it only
 * reads, because the role of the server may not be allowed more.
 */
export async function migrate(database: Database) {
  await database.ping().catch((error: unknown) => {
    throw new StartError(`The database cannot be reached: ${connectionErrorReason(error)}. Please check DATABASE_URL.`)
  })
  const known = readMigrationFiles({ migrationsFolder: folder }).at(-1)?.folderMillis ?? 0
  const newest = await findNewestMigration(database)
  if (newest > known) {
    throw new StartError('This database was already changed by a newer version of Columba. Please start that version.')
  }
  if (newest === known) return
  await database.migrate(folder).catch((error: unknown) => {
    if (!isPermissionDenied(error)) throw error
    throw new StartError(
      'This database must be migrated first, by its owner: run npm run migrate with the DATABASE_URL of the owner.',
    )
  })
}

async function findNewestMigration({ db }: Database): Promise<number> {
  const { rows: tables } = await db.execute(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "exists"`,
  )
  if (!tables[0]?.exists) return 0
  const { rows } = await db.execute(
    sql`select coalesce(max(created_at), 0)::text as newest from drizzle.__drizzle_migrations`,
  )
  return Number(rows[0]?.newest)
}

const isPermissionDenied = (error: unknown): boolean =>
  error instanceof Error && (errorCodeOf(error) === '42501' || isPermissionDenied(error.cause))

/** If several addresses were tried, the reason is in the nested errors. */
const connectionErrorReason = (error: unknown): string =>
  error instanceof AggregateError
    ? connectionErrorReason(error.errors[0])
    : error instanceof Error
      ? error.message
      : String(error)
