import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { createLog } from '#server/core/log.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres, type PostgresSettings } from '#server/database/postgres.ts'
import type { Database } from '#server/ports/database.ts'

/** A migrated database on the engine of this run; closing it removes it. */
export interface TestDatabase extends Database {
  /** The address for a second replica or process. The embedded engine has none, because only this process can use it. */
  url: string | undefined
}

/** On a slow machine hundreds of calls at once wait longer for a connection and for locks than in a house. */
export const patient: PostgresSettings = { connectionTimeout: 120_000, statementTimeout: 100_000 }

/** The database is asked for its time first, as a server does. */
async function open(url: string) {
  const database = await openPostgres(url, createLog('silent'), patient)
  await database.ping()
  return database
}

function atDatabase(url: string, name: string) {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** Creates a migrated database on this PostgreSQL, and fills it, to be copied by `copyPostgres`. */
export async function makePostgresTemplate(url: string, fill?: (database: Database) => Promise<void>) {
  const { name, remove } = await createDatabase(url, `template_${randomUUID()}`)
  const database = await open(atDatabase(url, name))
  await migrate(database)
  await fill?.(database)
  await database.close()
  return { name, remove }
}

/** A copy of a template, or else a database without any tables. */
export async function copyPostgres(adminUrl: string, template = 'template1'): Promise<TestDatabase & { url: string }> {
  const { name, remove } = await createDatabase(adminUrl, `test_${randomUUID()}`, template)
  const url = atDatabase(adminUrl, name)
  const database = await open(url)
  const close = () => database.close().then(remove)
  return { ...database, url, close }
}

async function createDatabase(url: string, name: string, template = 'template1') {
  const admin = await open(url)
  await admin.db.execute(sql`create database ${sql.identifier(name)} template ${sql.identifier(template)}`)
  const remove = async () => {
    await admin.db.execute(sql`drop database ${sql.identifier(name)} with (force)`)
    await admin.close()
  }
  return { name, remove }
}
