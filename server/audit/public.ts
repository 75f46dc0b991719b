import { type SQL, sql } from 'drizzle-orm'
import type { PgInsertBase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core'
import type { AuditAction } from '#contract/audit/audit-actions.ts'
import type { Context } from '#server/core/context.ts'
import { inBatches } from '#server/database/batched-statements.ts'
import { insertionOf, insertRows } from '#server/database/insert-rows.ts'
import { preparedQuery } from '#server/database/prepared.ts'
import { auditLog } from '#server/database/schema.ts'
import { sign } from './signature.ts'

export type { ExpectedHead } from './head.ts'
export { readHead } from './read-head.ts'
export { addReads } from './read-queries.ts'
export { recordFurtherReads } from './record-reads.ts'
export { type VerificationResult, type VerifyContext, verifyLog } from './verify.ts'

/** Entries outside a transaction are written together, with one commit for all that wait; each transaction writes its own. */
const entriesOf = preparedQuery((db) =>
  inBatches((entries: (typeof auditLog.$inferInsert)[]) => insertRows(db, auditLog, entries)),
)

/** Adds an audit entry in the caller's transaction, so it is rolled back with it. */
export async function record(
  context: Context,
  action: AuditAction,
  subject: string,
  details: Record<string, unknown> = {},
  /** The person who did it, if nobody is signed in. */
  otherwise = 'Columba',
) {
  await entriesOf(context.db)([signedEntry(context, action, { subject, details }, otherwise)])
}

/** As in `db.insert(payments).values(row)`, not yet sent. */
export type NewRow = PgInsertBase<PgTable, PgQueryResultHKT>

interface About {
  subject: string
  details: Record<string, unknown>
}

/**
 * Begins the statement that makes a move, as in `remember(...).update(bookings)`. The same statement adds the move to its ledger and an
 * entry to the audit log, and the rows that come into being with the move. Foreign keys are checked at its end, in whatever order the rows
 * are. If it finds no row to change, the caller must roll back.
 */
export function remember<Ledger extends PgTable>(
  context: Context,
  ledger: Ledger,
  move: Ledger['$inferInsert'],
  action: AuditAction,
  about: About,
  rows: readonly NewRow[] = [],
) {
  const { db } = context
  const moved = db.$with('moved').as(db.insert(ledger).values(move))
  const recorded = db.$with('recorded').as(db.insert(auditLog).values(signedEntry(context, action, about)))
  return db.with(moved, recorded, ...rows.map((row, index) => db.$with(`row_${index}`).as(row)))
}

/** Adds many moves to their ledger, each with its entry in the audit log, in one statement; `change` may be what they did. */
export async function rememberEach<Ledger extends PgTable>(
  context: Context,
  ledger: Ledger,
  moves: Ledger['$inferInsert'][],
  action: AuditAction,
  all: readonly About[],
  change?: SQL,
) {
  if (moves.length === 0) return
  const entries = all.map((about) => signedEntry(context, action, about))
  const changed = change ? sql`changed as (${change}), ` : sql``
  await context.db.execute(
    sql`with ${changed}recorded as (${insertionOf(auditLog, entries)}) ${insertionOf(ledger, moves)}`,
  )
}

/** Adds an entry for each subject, in one statement. */
export const recordEach = (context: Context, action: AuditAction, all: readonly About[]) =>
  insertRows(
    context.db,
    auditLog,
    all.map((about) => signedEntry(context, action, about)),
  )

function signedEntry(context: Context, action: AuditAction, about: About, otherwise = 'Columba') {
  const { actor, client, vault } = context
  const entry = {
    at: context.clock(),
    actorID: actor?.userID ?? null,
    actorName: actor?.name ?? otherwise,
    action,
    ...about,
    /** Behind a proxy that passes on what clients claim, an address can be any text. */
    address: client.address.slice(0, 64) || null,
    session: actor?.sessionHash.slice(0, 12) || null,
    requestID: client.requestID || null,
  }
  return { ...entry, signature: sign(vault, entry) }
}
