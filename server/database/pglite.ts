import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { makeFolder } from '../make-folder.ts'
import { StartError } from '../start-error.ts'
import type { Database, Db } from './database.ts'
import { lockFolder } from './folder-lock.ts'

/** The embedded engine, in a folder that is locked first: two processes on one folder would silently lose what they wrote. */
export async function openPGlite(dataDir: string): Promise<Database> {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new StartError(`Columba cannot write to its data folder ${dataDir} (DATA_DIR).`, { cause: error })
  }
  const unlock = await lockFolder(dataDir)
  try {
    const client = await PGlite.create(join(dataDir, 'db'))
    const database = createPGliteDatabase(client)
    return { ...database, close: () => database.close().finally(unlock) }
  } catch (error) {
    await unlock()
    throw new StartError(
      `The database in ${join(dataDir, 'db')} cannot be opened. Bring it back from a copy, or start with another DATA_DIR.`,
      { cause: error },
    )
  }
}

/** A database over an engine that already runs: the tests clone theirs. */
export function createPGliteDatabase(client: PGlite): Database {
  const db = drizzle(client)
  return {
    db: db as unknown as Db,
    engine: 'pglite',
    listen: async (channel, heard) => {
      const stop = await client.listen(channel, heard)
      return () => stop()
    },
    notify: async (channel, payload) => void (await client.query('select pg_notify($1, $2)', [channel, payload])),
    migrate: (migrationsFolder) => migrate(db, { migrationsFolder }),
    ping: async () => void (await client.query('select 1')),
    close: () => client.close(),
  }
}
