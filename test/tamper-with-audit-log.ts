import { type SQL, sql } from 'drizzle-orm'
import { auditLog, auditSeals } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

/** Changes the log as only the owner of the database could. */
export async function tamperWithAuditLog(db: Db, statement: SQL) {
  for (const table of [auditLog, auditSeals]) await db.execute(sql`alter table ${table} disable trigger user`)
  await db.execute(statement)
  for (const table of [auditLog, auditSeals]) await db.execute(sql`alter table ${table} enable trigger user`)
}

export const emptyAuditLog = (db: Db) =>
  tamperWithAuditLog(db, sql`truncate audit_log, audit_seals, audit_chain restart identity`)
