import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { urnEvents } from '#contract/urns/moves.ts'
import { auditLog, urnMoves, urns } from '#server/database/schema.ts'
import { type Db, isThere } from '#server/ports/database.ts'

type Row = typeof urnMoves.$inferSelect

/** The hash of every column of a move. The audit entry contains it, so that its signature protects the ledger too. */
export function hashUrnMove(row: Row): string {
  const { at, ...columns } = row
  const sorted = Object.entries(columns).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([at.toISOString(), sorted]))
    .digest('hex')
}

const batch = 1000

/** Compares the ledger of urns with the audit log: reports each move that was altered, added or removed. */
export async function checkUrnLedger(db: Db): Promise<string[]> {
  const problems: string[] = []
  let last: Row | undefined
  for (;;) {
    const rows = await listMovesWithEntries(
      db,
      last && sql`(${urnMoves.tag}, ${urnMoves.position}) > (${last.tag}, ${last.position})`,
    )
    for (const { move, hash, bookingID, recordedID } of rows) {
      if (hash === null)
        problems.push(`Move ${move.position} of urn ${move.tag} was added: the audit log does not have it.`)
      else if (hash !== hashUrnMove(move)) problems.push(`Move ${move.position} of urn ${move.tag} has been altered.`)
      else if (recordedID !== bookingID)
        problems.push(`Urn ${move.tag} belongs to another booking than at its move ${move.position}.`)
      last = move
    }
    if (rows.length < batch) break
  }
  const removed = await listEntriesWithoutMove(db)
  return [...problems, ...removed.map(({ tag, position }) => `Move ${position} of urn ${tag} has been removed.`)]
}

const entryPosition = sql<string>`${auditLog.details} ->> 'position'`
/** The audit entry of a move. */
export const isEntryOfMove = and(
  eq(auditLog.subject, urnMoves.tag),
  eq(auditLog.action, sql`'urn.' || ${urnMoves.event}`),
  eq(entryPosition, sql`${urnMoves.position}::text`),
)

const listMovesWithEntries = (db: Db, after: SQL | undefined) =>
  db
    .select({
      move: urnMoves,
      hash: sql<string | null>`${auditLog.details} ->> 'hash'`,
      bookingID: urns.bookingID,
      /** The booking of the urn when it moved. The signed entry shows if the urn was given to another booking since. */
      recordedID: sql<string | null>`${auditLog.details} ->> 'bookingID'`,
    })
    .from(urnMoves)
    .innerJoin(urns, eq(urns.tag, urnMoves.tag))
    .leftJoin(auditLog, isEntryOfMove)
    .where(after)
    .orderBy(asc(urnMoves.tag), asc(urnMoves.position))
    .limit(batch)

const withdrawal = alias(auditLog, 'withdrawal')

/** Undoing an import removes the urns that it entered, so their entries have no move. */
const wasWithdrawn = (db: Db) =>
  db
    .select({ one: sql`1` })
    .from(withdrawal)
    .where(
      and(
        eq(auditLog.action, 'urn.enter'),
        eq(withdrawal.action, 'urn.withdrawn'),
        eq(withdrawal.subject, auditLog.subject),
      ),
    )

const isMove = inArray(
  auditLog.action,
  urnEvents.map((event) => `urn.${event}`),
)

/** Whether the ledger names this person, as the first or the second of two. */
export const hasMovedUrns = (db: Db, userID: string): Promise<boolean> =>
  isThere(db, auditLog, and(eq(auditLog.actorID, userID), or(isMove, eq(auditLog.action, 'urn.confirmed'))))

const listEntriesWithoutMove = (db: Db) =>
  db
    .select({ tag: auditLog.subject, position: entryPosition })
    .from(auditLog)
    .where(
      and(
        isMove,
        notExists(db.select({ one: sql`1` }).from(urnMoves).where(isEntryOfMove)),
        notExists(wasWithdrawn(db)),
      ),
    )
