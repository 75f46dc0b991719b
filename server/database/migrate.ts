import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { errorCodeOf } from '../error-code.ts'
import { root } from '../project-root.ts'
import { StartError } from '../start-error.ts'
import type { Database } from './database.ts'

const folder = join(root, 'server/database/migrations')

type SchemaVersion = 'missing' | 'older' | 'current'

/** Refuses a database that cannot be reached, or that a newer version has migrated. Changes nothing. */
export async function readSchemaVersion(database: Database): Promise<SchemaVersion> {
  await database.ping().catch((error: unknown) => {
    throw new StartError(`The database cannot be reached: ${connectionErrorReason(error)}. Please check DATABASE_URL.`)
  })
  const known = readMigrationFiles({ migrationsFolder: folder }).at(-1)?.folderMillis ?? 0
  const found = await readNewestMigration(database)
  if (found > known)
    throw new StartError('This database was already changed by a newer version of Columba. Please start that version.')
  return found === 0 ? 'missing' : found < known ? 'older' : 'current'
}

/** Migrates the schema to this version. The role of the server may not be allowed to. */
export const migrate = (database: Database) =>
  database.migrate(folder).catch((error: unknown) => {
    if (!isPermissionDenied(error)) throw error
    throw new StartError(
      'This database must be migrated first, by its owner: run the migrate command with the DATABASE_URL of the owner.',
    )
  })

/** The time of the last migration, or 0 if there was none. */
async function readNewestMigration({ db }: Database): Promise<number> {
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
