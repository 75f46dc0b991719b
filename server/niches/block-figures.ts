import { count, eq, sql } from 'drizzle-orm'
import { toAmount } from '#contract/money.ts'
import type { BlockFigures } from '#contract/niches/explore-api.ts'
import { preparedQuery } from '#server/database/prepared.ts'
import { blocks, niches } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

type FiguresByBlock = ReadonlyMap<string, BlockFigures>

/** A picture of the house may be as old as this. Nothing is decided by it: the map and the booking have the niches themselves. */
const keptForMs = 5_000

interface Reading {
  at: number
  figures: Promise<FiguresByBlock>
}

/** The figures of these blocks. The statement counts every niche, so it is sent once in a while, however many ask. */
export const figuresOfBlocks = preparedQuery((db) => {
  let kept: Reading | undefined

  function read(now: Date): Reading {
    const reading = { at: now.getTime(), figures: readFigures(db) }
    kept = reading
    reading.figures.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading
  }

  return async (blockIDs: readonly string[], now: Date): Promise<FiguresByBlock> => {
    const recent = kept && now.getTime() - kept.at < keptForMs ? kept : read(now)
    const figures = await recent.figures
    if (blockIDs.every((blockID) => figures.has(blockID))) return figures
    /** A block was added meanwhile. Others that wait may have begun to read it. */
    return (kept && kept !== recent ? kept : read(now)).figures
  }
})

/** Blocks without a niche have figures too, of zero. */
async function readFigures(db: Db): Promise<FiguresByBlock> {
  const isFree = eq(niches.status, 'Available').inlineParams()
  const rows = await db
    .select({
      blockID: blocks.blockID,
      niches: count(niches.nicheID),
      free: sql<number>`(count(*) filter (where ${isFree}))::int`,
      lowestCents: sql<number | null>`min(${niches.priceCents}) filter (where ${isFree})`,
      highestCents: sql<number | null>`max(${niches.priceCents}) filter (where ${isFree})`,
    })
    .from(blocks)
    .leftJoin(niches, eq(niches.blockID, blocks.blockID))
    .groupBy(blocks.blockID)
  return new Map(
    rows.map(({ blockID, lowestCents, highestCents, ...counts }) => [
      blockID,
      lowestCents === null || highestCents === null
        ? counts
        : { ...counts, prices: { from: toAmount(lowestCents), to: toAmount(highestCents) } },
    ]),
  )
}
