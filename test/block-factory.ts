import { randomUUID } from 'node:crypto'
import type { NicheStatus } from '#contract/niches/niche.ts'
import type { Context } from '#server/core/context.ts'
import { blocks, buildings, levels, niches } from '#server/database/schema.ts'

interface BlockLayout {
  /** One letter for each niche, row by row from the top: `.` free, `P` pending, `R` reserved, `O` occupied, `B` blocked. */
  rows: readonly string[]
  priceCents?: (column: number, row: number) => number
}

const statuses: Record<string, NicheStatus> = {
  '.': 'Available',
  P: 'Pending',
  R: 'Reserved',
  O: 'Occupied',
  B: 'Blocked',
}

/** A block in its own building, with the niches that `rows` draws. */
export async function makeBlock({ db }: Pick<Context, 'db'>, { rows, priceCents = () => 380_000 }: BlockLayout) {
  const suffix = randomUUID().slice(0, 8)
  const [buildingID, levelID, blockID] = [`hall-${suffix}`, `level-${suffix}`, `T${suffix}-1A`]
  const wall = rows.flatMap((letters, row) =>
    [...letters].map((letter, column) => ({
      nicheID: randomUUID(),
      blockID,
      nicheCode: `${blockID}-${two(column + 1)}-${two(row + 1)}`,
      nicheRow: row + 1,
      nicheColumn: column + 1,
      status: statuses[letter] ?? 'Available',
      priceCents: priceCents(column + 1, row + 1),
    })),
  )
  await db.insert(buildings).values({ buildingID, buildingName: `Hall ${suffix}`, position: 1 })
  await db.insert(levels).values({ levelID, buildingID, levelNumber: 1 })
  await db.insert(blocks).values({ blockID, levelID, blockName: 'A' })
  await db.insert(niches).values(wall)
  const nicheAt = (column: number, row: number) =>
    wall.find((niche) => niche.nicheColumn === column && niche.nicheRow === row)?.nicheID ?? ''
  return { buildingID, levelID, blockID, nicheAt }
}

const two = (number: number) => String(number).padStart(2, '0')
