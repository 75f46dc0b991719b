import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { cp } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { createLog } from '#server/core/log.ts'
import { createPGliteDatabase } from '#server/database/pglite.ts'
import { openPostgres } from '#server/database/postgres.ts'
import type { Database } from '#server/ports/database.ts'
import { atDatabase } from './database-template.ts'

/** A migrated, empty database on the engine of this run; closing it removes it. */
export interface TestDatabase extends Database {
  /** For a second replica or process to connect to. The embedded engine has none, because only this process can use it. */
  url: string | undefined
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const template = inject('template')
  return 'dump' in template ? copyPGlite(template.dump) : copyPostgres(template.url, template.name)
}

/** The same without any tables. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase()
  await database.db.execute(sql`drop schema public, drizzle cascade`)
  await database.db.execute(sql`create schema public`)
  return database
}

/** Copies a data folder of the embedded engine with a migrated, empty database. Making one takes seconds. */
export async function copyDataFolder(to: string): Promise<void> {
  const template = inject('template')
  if (!('dump' in template)) throw new Error('PostgreSQL has no data folders.')
  await cp(template.dataDir, to, { recursive: true })
}

/** An embedded database without any tables, whatever the engine of this run is. */
export const openEmbeddedDatabase = async (): Promise<TestDatabase> => ({
  ...createPGliteDatabase(await PGlite.create()),
  url: undefined,
})

/** A PostgreSQL database without any tables, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<{ url: string; remove: () => Promise<void> }> {
  const template = inject('template')
  if ('dump' in template) throw new Error('Only PostgreSQL can have several databases.')
  const name = `test_${randomUUID()}`
  const admin = await openPostgres(template.url, createLog('silent'))
  await admin.db.execute(sql`create database ${sql.identifier(name)}`)
  const remove = async () => {
    await admin.db.execute(sql`drop database ${sql.identifier(name)} with (force)`)
    await admin.close()
  }
  return { url: atDatabase(template.url, name), remove }
}

async function copyPGlite(dump: string): Promise<TestDatabase> {
  const client = await PGlite.create({ loadDataDir: await openAsBlob(dump) })
  return { ...createPGliteDatabase(client), url: undefined }
}

async function copyPostgres(adminUrl: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID()}`
  const url = atDatabase(adminUrl, name)
  const admin = await openPostgres(adminUrl, createLog('silent'))
  await admin.db.execute(sql`create database ${sql.identifier(name)} template ${sql.identifier(template)}`)
  const database = await openPostgres(url, createLog('silent'))
  const close = async () => {
    await database.close()
    await admin.db.execute(sql`drop database ${sql.identifier(name)} with (force)`)
    await admin.close()
  }
  return { ...database, url, close }
}
