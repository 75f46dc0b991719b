import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { auditLog, auditSeals } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

/** Changes append-only tables as only the owner of the database could. */
export async function tamperWith(db: Db, tables: readonly PgTable[], statement: SQL) {
  for (const table of tables) await db.execute(sql`alter table ${table} disable trigger user`)
  await db.execute(statement)
  for (const table of tables) await db.execute(sql`alter table ${table} enable trigger user`)
}

export const tamperWithAuditLog = (db: Db, statement: SQL) => tamperWith(db, [auditLog, auditSeals], statement)

export const emptyAuditLog = (db: Db) =>
  tamperWithAuditLog(db, sql`truncate audit_log, audit_seals, audit_chain restart identity`)
