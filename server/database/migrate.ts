import { join } from 'node:path'
import { errorCodeOf } from '#server/core/error-code.ts'
import { root } from '#server/core/project-root.ts'
import { StartError, tryAgainLater } from '#server/core/start-error.ts'
import type { Database, Db, Migration } from '#server/ports/database.ts'
import { applyMigrationsWithin, findNewestMigration } from './apply-migrations.ts'
import { readMigrations } from './read-migrations.ts'

const folder = join(root, 'server/database/migrations')

type SchemaVersion = 'missing' | 'older' | 'current'

/** Refuses a database that cannot be reached, or that a newer version has migrated. Changes nothing. */
export async function readSchemaVersion(database: Database): Promise<SchemaVersion> {
  await database.ping().catch((error: unknown) => {
    throw new StartError(
      `The database cannot be reached: ${connectionErrorReason(error)}. Please check DATABASE_URL.`,
      { exitCode: tryAgainLater },
    )
  })
  const known = findNewestKnown()
  const found = await findNewestMigration(database.db)
  if (found > known)
    throw new StartError('This database was already changed by a newer version of Columba. Please start that version.')
  return found === 0 ? 'missing' : found < known ? 'older' : 'current'
}

/** The newest migration of this version. */
export const findNewestKnown = (): number => readMigrations(folder).at(-1)?.createdAt ?? 0

/** Migrates the schema to this version. The role of the server may not be allowed to. */
export const migrate = (database: Database) => apply(database, readMigrations(folder))

/** The same inside a transaction, for a database that nobody else uses. */
export const migrateWithin = (db: Db) => applyMigrationsWithin(db, readMigrations(folder))

/** Migrates an empty database to the version that a backup has. */
export async function migrateTo(database: Database, createdAt: number) {
  const migrations = readMigrations(folder)
  if (!migrations.some((migration) => migration.createdAt === createdAt))
    throw new StartError('This backup was made by a newer version of Columba. Please restore it with that version.')
  if ((await findNewestMigration(database.db)) > createdAt)
    throw new StartError(
      `The database ${database.label} was migrated by a newer version than that of the backup. Restore into a new database.`,
    )
  await apply(
    database,
    migrations.filter((migration) => migration.createdAt <= createdAt),
  )
}

const apply = (database: Database, migrations: Migration[]) =>
  database.migrate(migrations).catch((error: unknown) => {
    if (!isPermissionDenied(error)) throw error
    throw new StartError(
      'This database must be migrated first, by its owner: run the migrate command with the DATABASE_URL of the owner.',
      { cause: error },
    )
  })

export const isPermissionDenied = (error: unknown): boolean =>
  error instanceof Error && (errorCodeOf(error) === '42501' || isPermissionDenied(error.cause))

/** If several addresses were tried, the reason is in the nested errors; that of a statement is in its cause. */
export const connectionErrorReason = (error: unknown): string =>
  error instanceof AggregateError
    ? connectionErrorReason(error.errors[0])
    : error instanceof Error
      ? error.cause
        ? connectionErrorReason(error.cause)
        : error.message
      : String(error)
