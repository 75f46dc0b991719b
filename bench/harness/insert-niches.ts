import { randomUUID } from 'node:crypto'
import type { Context } from '#server/core/context.ts'
import { blocks, buildings, levels, niches } from '#server/database/schema.ts'

/** Free niches in a hall of their own, spread over its blocks. */
export async function insertNiches(
  { db }: Pick<Context, 'db'>,
  count: number,
  blockNames: readonly string[] = ['A'],
): Promise<string[]> {
  await db
    .insert(buildings)
    .values({ buildingID: 'bench', buildingName: 'Bench Hall', position: 99 })
    .onConflictDoNothing()
  await db.insert(levels).values({ levelID: 'bench-1', buildingID: 'bench', levelNumber: 1 }).onConflictDoNothing()
  const blockIDs = blockNames.map((blockName) => `BH-1${blockName}`)
  await db
    .insert(blocks)
    .values(blockNames.map((blockName) => ({ blockID: `BH-1${blockName}`, levelID: 'bench-1', blockName })))
  const rows = Array.from({ length: count }, (_, index) => {
    const blockID = blockIDs[index % blockIDs.length] ?? ''
    const each = Math.floor(index / blockIDs.length)
    return {
      nicheID: randomUUID(),
      blockID,
      nicheCode: `${blockID}-${each}`,
      nicheRow: (each % 200) + 1,
      nicheColumn: Math.floor(each / 200) + 1,
      priceCents: 380_000,
    }
  })
  for (let from = 0; from < count; from += 5000) await db.insert(niches).values(rows.slice(from, from + 5000))
  return rows.map(({ nicheID }) => nicheID)
}
