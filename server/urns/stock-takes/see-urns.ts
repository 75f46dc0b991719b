import { randomUUID } from 'node:crypto'
import type { SignedInContext } from '#server/core/context.ts'
import { plainMove, writeMoves } from '../write-moves.ts'
import type { Content, StockTakeRow } from './queries.ts'

/** Both people saw these urns, which the ledger has only from a register. */
export const seeUrns = (context: SignedInContext, stockTake: StockTakeRow, contents: readonly Content[]) =>
  writeMoves(
    context,
    'see',
    contents.flatMap(({ tag, bookingID, nicheID, nicheCode }) => {
      if (!tag) return []
      const { countID, firstByID, secondByID } = stockTake
      const row = {
        /** Nothing comes before it but its entry. */
        ...{ moveID: randomUUID(), tag, position: 2, event: 'see' as const, nicheID, ...plainMove },
        ...{ actorID: firstByID, witnessID: secondByID, requestID: randomUUID(), at: context.clock() },
      }
      return [{ row, nicheCode, details: { bookingID, countID, firstByID } }]
    }),
  )
