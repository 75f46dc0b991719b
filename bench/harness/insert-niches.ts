import { randomUUID } from 'node:crypto'
import type { Context } from '#server/core/context.ts'
import { blocks, buildings, levels, niches } from '#server/database/schema.ts'

/** Free niches in a hall of their own. */
export async function insertNiches({ db }: Pick<Context, 'db'>, count: number): Promise<string[]> {
  await db.insert(buildings).values({ buildingID: 'bench', buildingName: 'Bench Hall', position: 99 })
  await db.insert(levels).values({ levelID: 'bench-1', buildingID: 'bench', levelNumber: 1 })
  await db.insert(blocks).values({ blockID: 'BH-1A', levelID: 'bench-1', blockName: 'A' })
  const rows = Array.from({ length: count }, (_, each) => ({
    nicheID: randomUUID(),
    blockID: 'BH-1A',
    nicheCode: `BH-1A-${each}`,
    nicheRow: (each % 200) + 1,
    nicheColumn: Math.floor(each / 200) + 1,
    priceCents: 380_000,
  }))
  for (let from = 0; from < count; from += 5000) await db.insert(niches).values(rows.slice(from, from + 5000))
  return rows.map(({ nicheID }) => nicheID)
}
