import { describeLocation, type UrnEvent, urnPlaceAfter } from '#contract/urns/moves.ts'
import { recordEach } from '#server/audit/public.ts'
import type { Context } from '#server/core/context.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { urnMoves } from '#server/database/schema.ts'
import { hashUrnMove } from './ledger.ts'

export interface WrittenMove {
  row: typeof urnMoves.$inferSelect
  nicheCode: string
  /** Added to the audit entry. */
  details: Record<string, unknown>
}

/** Writes moves of one kind to the ledger, and each to the audit log with its hash. */
export async function writeMoves(context: Context, event: UrnEvent, moves: readonly WrittenMove[]) {
  const place = urnPlaceAfter(event)
  await insertRows(
    context.db,
    urnMoves,
    moves.map(({ row }) => row),
  )
  await recordEach(
    context,
    `urn.${event}`,
    moves.map(({ row, nicheCode, details }) => ({
      subject: row.tag,
      details: {
        position: row.position,
        where: describeLocation({ place, nicheCode, shelf: row.shelf }),
        ...details,
        hash: hashUrnMove(row),
      },
    })),
  )
}

/** The columns that only a release, a shelf or a reason fills. */
export const plainMove = {
  ...{ shelf: '', reason: '', releasedTo: null, identityKind: null, identityEnding: null },
  ...{ authority: null, document: null },
} as const
