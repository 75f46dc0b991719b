import { randomUUID } from 'node:crypto'
import { toInstant } from '#contract/dates.ts'
import type { Numbering } from '#contract/halls/wall-numbering.ts'
import type { NicheRow } from '#contract/registers/columns.ts'
import { insertLocations, numberWall, renumberWalls } from '#server/niches/public.ts'
import type { Db } from '#server/ports/database.ts'
import { listBlocksInExportOrder, listBuildings, listLevels } from './queries.ts'

type Where = Pick<NicheRow, 'building' | 'level' | 'block'>

/**
 * Finds the block of a niche, and adds building, level and block where they are missing. An admin publishes new blocks later. Names
 * in another case are the same, and stay as the house or the first row writes them.
 */
export async function loadLocations(db: Db) {
  const stored = await listBuildings(db)
  const buildings = new Map(stored.map(({ buildingName, buildingID }) => [buildingName.toLowerCase(), buildingID]))
  const levels = new Map(
    (await listLevels(db)).map((each) => [`${each.buildingID}\t${each.levelNumber}`, each.levelID]),
  )
  const blocks = new Map<string, { blockID: string; building: string; block: string }>()
  for (const { levelID, block, blockID, building } of await listBlocksInExportOrder(db))
    blocks.set(`${levelID}\t${block.toLowerCase()}`, { blockID, building, block })
  const blockIDs = new Set([...blocks.values()].map(({ blockID }) => blockID))
  let position = Math.max(0, ...stored.map((each) => each.position))
  const numbered = new Map<string, Numbering>()
  const extended = new Set<string>()
  const created = { buildings: [] as string[], levels: [] as string[], blocks: [] as string[] }

  /** The block, with the names that it and its hall have. */
  const find = ({ building, level, block }: Where) =>
    blocks.get(`${levels.get(`${buildings.get(building.toLowerCase())}\t${level}`)}\t${block.toLowerCase()}`)

  async function findOrAdd(row: NicheRow, now: Date): Promise<string> {
    const { building, level, block } = row
    const known = find(row)?.blockID
    if (known) {
      if (!numbered.has(known)) extended.add(known)
      return known
    }
    const hall = building.toLowerCase()
    const buildingID = buildings.get(hall) ?? randomUUID()
    if (!buildings.has(hall)) {
      position += 1
      await insertLocations.building(db, { buildingID, buildingName: building, position, directions: row.directions })
      buildings.set(hall, buildingID)
      created.buildings.push(buildingID)
    }
    const levelKey = `${buildingID}\t${level}`
    const levelID = levels.get(levelKey) ?? randomUUID()
    if (!levels.has(levelKey)) {
      await insertLocations.level(db, { levelID, buildingID, levelNumber: Number(level) })
      levels.set(levelKey, levelID)
      created.levels.push(levelID)
    }
    const blockID = newBlockID({ building, level, block }, blockIDs)
    await insertLocations.block(db, { blockID, levelID, blockName: block, isDraft: true, ...wallOf(row, now) })
    numbered.set(blockID, {
      firstColumnAt: row.first_column_at === 'right' ? 'right' : 'left',
      rowOneAt: row.row_one_at === 'bottom' ? 'bottom' : 'top',
    })
    blocks.set(`${levelID}\t${block.toLowerCase()}`, { blockID, building, block })
    blockIDs.add(blockID)
    created.blocks.push(blockID)
    return blockID
  }
  /** Once all niches are inserted: new walls, and those that got more niches, are drawn with the numbers they have. */
  const drawWalls = async () => {
    await renumberWalls(db, extended)
    for (const [blockID, numbering] of numbered) await numberWall(db, blockID, numbering)
  }
  return { find, findOrAdd, drawWalls, created }
}

const wallOf = (row: NicheRow, now: Date) => ({
  openingWidthMm: Number(row.opening_width_mm) || null,
  openingHeightMm: Number(row.opening_height_mm) || null,
  opensAt: openingTimeOf(row, now),
})

/** Null if its time has come: then the block is open. */
export function openingTimeOf({ opens_at }: NicheRow, now: Date): Date | null {
  const [day = '', time = ''] = opens_at.split('T')
  const opensAt = opens_at ? toInstant(day, time) : null
  return opensAt && opensAt > now ? opensAt : null
}

/** Readable, like `TH-1A` for block A on level 1 of Tembusu Hall; numbered if another block has it. */
function newBlockID({ building, level, block }: Where, taken: ReadonlySet<string>): string {
  const words = building.match(/[A-Za-z0-9]+/g) ?? ['N']
  const initials = words.map((word) => word.charAt(0).toUpperCase()).join('')
  const wanted = `${initials}-${level}${block.replace(/[^A-Za-z0-9]/g, '')}`
  for (let number = 1; ; number++) {
    const blockID = number === 1 ? wanted : `${wanted}-${number}`
    if (!taken.has(blockID)) return blockID
  }
}
