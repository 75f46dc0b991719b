import { randomUUID } from 'node:crypto'
import { chmodSync, constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { makeFolder } from '#server/core/make-folder.ts'
import { StartError } from '#server/core/start-error.ts'
import type { Database, Db } from '#server/ports/database.ts'
import { applyMigrations } from './apply-migrations.ts'
import { lockFolder } from './folder-lock.ts'
import { newestIn, writeCheck } from './write-check.ts'

/** A quarter of the usual shared buffers: it opens in half the time and with less memory, and the system caches the files as well. */
export const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

const folderOf = (dataDir: string) => join(dataDir, 'db')

/** Opens the embedded engine. The folder is locked first, because two processes on one folder would silently lose data. */
export async function openPGlite(dataDir: string): Promise<Database> {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new StartError(`Columba cannot write to its data folder ${dataDir} (DATA_DIR).`, { cause: error })
  }
  const unlock = lockFolder(dataDir)
  try {
    makeFolder(folderOf(dataDir))
    /** It may be from a version that made it readable for others, in a folder that they may enter. */
    chmodSync(folderOf(dataDir), 0o700)
    const client = await PGlite.create(folderOf(dataDir), { startParams })
    const database = createPGliteDatabase(client, `${resolve(folderOf(dataDir))} on this computer`)
    return { ...database, close: () => database.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw new StartError(
      `The database in ${folderOf(dataDir)} cannot be opened. Restore it from a backup, or start with another DATA_DIR.`,
      { cause: error },
    )
  }
}

/** Copies the database of a data folder into another one. Other statements wait in the meantime, so that nothing writes. */
export const copyPGlite = (db: Db, dataDir: string, to: string): Promise<void> =>
  db.transaction(async (db) => {
    await db.execute(sql`checkpoint`)
    await cp(folderOf(dataDir), folderOf(to), { recursive: true, mode: constants.COPYFILE_FICLONE })
  })

/** With less than this, statements would wait for turns that nobody needs. */
const longestTurnMs = 20

/** In each turn, the event loop accepts one new connection. With only one turn after a long statement, the connections of a crowd would queue. */
const turnsInARow = 20

/** The engine computes in this thread, and would go from one waiting statement to the next without letting the event loop answer anybody else. */
function takeTurns(client: PGlite) {
  const execute = client.execProtocolStream.bind(client)
  let turnedAt = performance.now()
  client.execProtocolStream = async (...message) => {
    if (performance.now() - turnedAt > longestTurnMs) {
      for (let turn = 0; turn < turnsInARow; turn++) await setImmediate()
      turnedAt = performance.now()
    }
    return execute(...message)
  }
}

/** Wraps a running engine; tests use it with a clone of their template. */
export function createPGliteDatabase(client: PGlite, label = 'in memory'): Database {
  takeTurns(client)
  const db = drizzle(client) as unknown as Db
  const serverID = randomUUID()
  return {
    db,
    engine: 'pglite',
    label,
    listen: async (channel, onMessage) => {
      const stop = await client.listen(channel, onMessage)
      return () => stop()
    },
    notify: async (channel, payload) => void (await client.query('select pg_notify($1, $2)', [channel, payload])),
    migrate: (migrations) => applyMigrations(db, migrations),
    /** It runs in this process, and has no other clock. */
    clock: () => new Date(),
    secondsAhead: () => 0,
    ping: async () => void (await client.query('select 1')),
    tryWriting: async () => newestIn(await client.exec(writeCheck(serverID))),
    close: () => client.close(),
  }
}
