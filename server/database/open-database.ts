import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from './database.ts'

/** Loads only the engine in use: the embedded one takes 30 MB. */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Logger): Promise<Database> {
  if (config.databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(config.databaseUrl, log)
  }
  const { openPGlite } = await import('./pglite.ts')
  return openPGlite(config.dataDir)
}
