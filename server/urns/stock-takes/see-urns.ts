import type { SignedInContext } from '#server/core/context.ts'
import { writeMoves } from '../write-moves.ts'
import type { Content, StockTakeRow } from './queries.ts'

/** Records that both people of a stock-take saw these urns, which were only listed in a register before. */
export const seeUrns = (context: SignedInContext, stockTake: StockTakeRow, contents: readonly Content[]) =>
  writeMoves(
    context,
    'see',
    contents.flatMap(({ tag, bookingID, nicheID, nicheCode }) => {
      if (!tag) return []
      const { countID, firstByID, secondByID } = stockTake
      /** The second move of the urn, because only its entry came before. */
      const row = { tag, position: 2, nicheID, actorID: firstByID, witnessID: secondByID }
      return [{ row, nicheCode, details: { bookingID, countID, firstByID } }]
    }),
  )
