/**
 * An estimate that nobody has measured: both look at an urn at the same time, and open the door, read name and label, mark it and close the
 * door again.
 */
export const minutesPerUrn = 2
/** The hours after the counter has closed. Whoever looks for longer reads less carefully. */
export const hoursPerEvening = 2
const urnsPerEvening = (hoursPerEvening * 60) / minutesPerUrn

interface SeenUrns {
  /** The urns that the ledger has in its niches, and those of them that people have placed or seen there. */
  urns: number
  seen: number
}

export const isToCount = ({ urns, seen }: SeenUrns) => seen < urns

/** The first and the last evening on which two people count a block; null if nothing of it is left. */
type Evenings = { first: number; last: number } | null

/**
 * Divides the blocks among evenings, in walking order. A stock-take covers a whole block, so a block that does not fit into what is left of an
 * evening is begun on the next one.
 */
export function planEvenings<Block extends SeenUrns>(blocks: readonly Block[]) {
  let evening = 1
  let room = urnsPerEvening
  const planned = blocks.map((block): Block & { evenings: Evenings } => {
    if (!isToCount(block)) return { ...block, evenings: null }
    if (block.urns > room && room < urnsPerEvening) {
      evening++
      room = urnsPerEvening
    }
    const first = evening
    let left = block.urns
    while (left > room) {
      left -= room
      evening++
      room = urnsPerEvening
    }
    room -= left
    return { ...block, evenings: { first, last: evening } }
  })
  return { planned, evenings: planned.reduce((last, { evenings }) => Math.max(last, evenings?.last ?? 0), 0) }
}
