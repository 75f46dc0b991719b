import { join } from 'node:path'
import { root } from '../project-root.ts'
import { StartError } from '../start-error.ts'
import { findNewestMigration } from './apply-migrations.ts'
import type { Database } from './database.ts'
import { readMigrations } from './read-migrations.ts'

const folder = join(root, 'server/database/migrations')

/** Migrates the schema to this version; refuses a database that a newer version has migrated. */
export async function migrate(database: Database) {
  await database.ping().catch((error: unknown) => {
    throw new StartError(`The database cannot be reached: ${connectionErrorReason(error)}. Please check DATABASE_URL.`)
  })
  const migrations = readMigrations(folder)
  if ((await findNewestMigration(database.db)) > (migrations.at(-1)?.createdAt ?? 0)) {
    throw new StartError('This database was already changed by a newer version of Columba. Please start that version.')
  }
  await database.migrate(migrations)
}

/** If several addresses were tried, the reason is in the nested errors. */
const connectionErrorReason = (error: unknown): string =>
  error instanceof AggregateError
    ? connectionErrorReason(error.errors[0])
    : error instanceof Error
      ? error.message
      : String(error)
