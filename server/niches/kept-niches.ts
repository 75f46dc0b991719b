import type { Niche } from '#contract/niches/niche.ts'
import { preparedQuery } from '#server/database/prepared.ts'
import { type Audience, listNiches } from './queries.ts'
import { statesOfBlocks } from './states.ts'

interface KeptBlock {
  state: string
  niches: Promise<Niche[]>
  /** Zero until they are read. */
  count: number
}

/** These take about 40 MB, with their serialised replies. */
const mostNiches = 50_000

/**
 * The niches of a block as they are when asked for, each time: the database is asked for the state of the block, and the niches are read only
 * if it is another than that of the niches kept here. A notification would come after the commit, or never if its server was killed.
 */
export const keptNiches = preparedQuery((db) => {
  const readState = statesOfBlocks(db)
  const kept = new Map<string, KeptBlock>()

  function read(blockID: string, state: string) {
    const block: KeptBlock = { state, niches: listNiches(db, blockID), count: 0 }
    block.niches.then(
      ({ length }) => {
        block.count = length
        dropLeastUsed(kept)
      },
      () => kept.get(blockID) === block && kept.delete(blockID),
    )
    return block
  }

  return async (blockID: string, audience: Audience): Promise<Niche[]> => {
    const found = await readState(blockID)
    if (!found || (found.isDraft && audience === 'families')) return []
    const known = kept.get(blockID)
    const block = known?.state === found.state ? known : read(blockID, found.state)
    /** The map is in the order of use. */
    kept.delete(blockID)
    kept.set(blockID, block)
    return block.niches
  }
})

/** The block that was used last always stays, however large it is. */
function dropLeastUsed(kept: Map<string, KeptBlock>) {
  let count = [...kept.values()].reduce((sum, block) => sum + block.count, 0)
  for (const [blockID, block] of kept) {
    if (count <= mostNiches || kept.size === 1) return
    kept.delete(blockID)
    count -= block.count
  }
}
