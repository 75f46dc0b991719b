import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/ports/database.ts'
import type { PostgresSettings } from './postgres.ts'

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Loads only the engine in use: the embedded one takes 30 MB. */
export async function openDatabase(
  { databaseUrl, dataDir }: DatabaseSettings,
  log: Logger,
  settings?: PostgresSettings,
): Promise<Database> {
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(databaseUrl, log, settings)
  }
  const { openPGlite } = await import('./pglite.ts')
  return openPGlite(dataDir)
}

/** The embedded engine would create a missing database, so commands ask first. */
export const isMissing = ({ databaseUrl, dataDir }: DatabaseSettings) =>
  !databaseUrl && !existsSync(join(dataDir, 'db', 'PG_VERSION'))
