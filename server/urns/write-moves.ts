import { randomUUID } from 'node:crypto'
import { describeLocation, type UrnEvent, whereaboutsAfter } from '#contract/urns/moves.ts'
import { rememberEach } from '#server/audit/public.ts'
import type { Context } from '#server/core/context.ts'
import { urnMoves } from '#server/database/schema.ts'
import { hashUrnMove } from './ledger.ts'

type MoveRow = typeof urnMoves.$inferSelect

export interface NewMove {
  /** Columns that only some moves fill, such as those of a release, may be left out. */
  row: Pick<MoveRow, 'tag' | 'position' | 'nicheID' | 'actorID' | 'witnessID'> & Partial<MoveRow>
  nicheCode: string
  /** The details that are added to the audit entry. */
  details: Record<string, unknown>
}

/** Writes moves of one kind to the ledger, and each to the audit log with its hash. */
export async function writeMoves(context: Context, event: UrnEvent, moves: readonly NewMove[]) {
  const whereabouts = whereaboutsAfter(event)
  const at = context.clock()
  const written = moves.map(({ row, ...rest }) => ({
    ...rest,
    row: { ...plainMove, moveID: randomUUID(), requestID: randomUUID(), event, at, ...row },
  }))
  await rememberEach(
    context,
    urnMoves,
    written.map(({ row }) => row),
    `urn.${event}`,
    written.map(({ row, nicheCode, details }) => ({
      subject: row.tag,
      details: {
        position: row.position,
        where: describeLocation({ whereabouts, nicheCode, shelf: row.shelf }),
        ...details,
        hash: hashUrnMove(row),
      },
    })),
  )
}

const plainMove = {
  shelf: '',
  reason: '',
  releasedTo: null,
  identityKind: null,
  identityEnding: null,
  authority: null,
  document: null,
}
