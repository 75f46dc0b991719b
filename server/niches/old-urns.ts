import { type SQL, sql } from 'drizzle-orm'
import { looseCode, nicheLocations, undoneUrnPlaces, urnMoves } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

interface PlannedLocation {
  code: string
  building: string
  level: number
  block: string
  row: number
  column: number
}

/** Whether an import that was undone had an urn at this code or in this place. `n` has the columns of a niche with its location. */
const isUndonePlace = sql`(
  exists (select from ${undoneUrnPlaces} u where ${looseCode(sql`u.niche_code`)} = ${looseCode(sql`n.niche_code`)})
  or exists (select from ${undoneUrnPlaces} u where u.block_name = n.block_name and u.niche_row = n.niche_row
    and u.niche_column = n.niche_column and u.level_number = n.level_number and u.building_name = n.building_name))`

/** The codes of the planned niches at which an undone import had an urn. */
export async function listUndonePlaces(db: Db, planned: readonly PlannedLocation[]): Promise<string[]> {
  if (planned.length === 0) return []
  const rows = sql`jsonb_to_recordset(${JSON.stringify(planned)}::jsonb)
    as planned (code text, building text, level int, block text, "row" int, "column" int)`
  return listCodes(
    db,
    sql`(select code as niche_code, building as building_name, level as level_number, block as block_name,
      "row" as niche_row, "column" as niche_column from ${rows}) n where ${isUndonePlace}`,
  )
}

/** Whether an undone import had an urn in this niche. */
export const hadUndoneUrn = async (db: Db, nicheID: string): Promise<boolean> =>
  (await listCodes(db, sql`${nicheLocations} n where n.niche_id = ${nicheID} and ${isUndonePlace} limit 1`)).length > 0

/** Whether a register has brought urns into these blocks, also if its import was undone since. */
export async function haveOldUrns(db: Db, blockIDs: readonly string[]): Promise<boolean> {
  const ids = sql`(select jsonb_array_elements_text(${JSON.stringify(blockIDs)}::jsonb))`
  const wasEntered = sql`exists (select from ${urnMoves} m where m.niche_id = n.niche_id and m.event = 'enter')`
  const found = await listCodes(
    db,
    sql`${nicheLocations} n where n.block_id in ${ids} and (${wasEntered} or ${isUndonePlace}) limit 1`,
  )
  return found.length > 0
}

/** The blocks of these niches. */
export async function findBlocksOf(db: Db, nicheIDs: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ blockID: string }>(sql`
    select distinct n.block_id as "blockID" from niches n
    where n.niche_id in (select jsonb_array_elements_text(${JSON.stringify(nicheIDs)}::jsonb)::uuid)`)
  return rows.map(({ blockID }) => blockID)
}

async function listCodes(db: Db, source: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ code: string }>(sql`select n.niche_code as code from ${source}`)
  return rows.map(({ code }) => code)
}
