import { openAsBlob } from 'node:fs'
import { cp } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { createPGliteDatabase, startParams } from '#server/database/pglite.ts'
import { copyPostgres, type TestDatabase } from './postgres-template.ts'

export type { TestDatabase }

/** What each test file copies its database from: a dump or a data folder of the embedded engine, a template database on PostgreSQL. */
type Template = { dump: string; dataDir: string } | { url: string; name: string }

declare module 'vitest' {
  export interface ProvidedContext {
    template: Template
  }
}

/** A migrated, empty database on the engine of this run. */
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
  ...createPGliteDatabase(await PGlite.create({ startParams })),
  url: undefined,
})

/** A PostgreSQL database without any tables, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase & { url: string }> {
  const template = inject('template')
  if ('dump' in template) throw new Error('Only PostgreSQL can have several databases.')
  return copyPostgres(template.url)
}

async function copyPGlite(dump: string): Promise<TestDatabase> {
  const client = await PGlite.create({ loadDataDir: await openAsBlob(dump), startParams })
  return { ...createPGliteDatabase(client), url: undefined }
}
