import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { toAmount, toCents } from '#contract/money.ts'
import type { NicheRun, NicheSearch } from '#contract/niches/api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import type { Db } from '#server/database/database.ts'

export type SearchCriteria = z.output<typeof NicheSearch>

const maxRuns = 50
/** Searches the rows of the cheapest niches first, then more of them; few searches have to read all niches. */
const searchLimits = [2_000, 50_000, 2_000_000_000]

/** Runs of free niches that match the criteria, cheapest first. */
export async function listFreeRuns(db: Db, criteria: SearchCriteria): Promise<NicheRun[]> {
  let rows: RunRow[] = []
  for (const limit of searchLimits) {
    rows = (await db.execute<RunRow>(runsQuery(criteria, limit))).rows
    if (isSearchComplete(rows, criteria, limit)) break
  }
  return rows.map(toRun)
}

type RunRow = Omit<NicheRun, 'total' | 'niches'> & {
  totalCents: number
  niches: (Omit<Niche, 'price'> & { priceCents: number })[]
  reached: number
  highestPrice: number
}

function isSearchComplete(rows: RunRow[], { adjacent }: SearchCriteria, limit: number) {
  const last = rows.at(-1)
  if (!last) return false
  return last.reached < limit || (rows.length === maxRuns && last.totalCents <= last.highestPrice * adjacent)
}

/**
 * "Gaps and islands": within a row of a block, column minus rank is the same for all niches side by side. Each island
 * offers its cheapest run, and further runs to the left and right of it where they fit.
 */
const runsQuery = (criteria: SearchCriteria, limit: number) => sql`
  with free as (
    select n.block_id, n.niche_row, n.niche_column, n.price_cents from niches n where ${criteriaSql(criteria)}
  ),
  cheap as (select block_id, niche_row, price_cents from free order by price_cents limit ${limit}),
  islands as (
    select *, niche_column - row_number() over (partition by block_id, niche_row order by niche_column) as island
    from free where (block_id, niche_row) in (select block_id, niche_row from cheap)
  ),
  windows as (
    select *, count(*) over ahead as width, sum(price_cents) over ahead as total
    from islands
    window ahead as (
      partition by block_id, niche_row, island order by niche_column
      rows between current row and ${criteria.adjacent - 1}::int following
    )
  ),
  runs as (
    select *, first_value(niche_column) over (partition by block_id, niche_row, island order by total, niche_column) as best
    from windows where width = ${criteria.adjacent}::int
  ),
  chosen as (
    select * from runs where (niche_column - best) % ${criteria.adjacent}::int = 0
    order by total, block_id, niche_row, niche_column limit ${maxRuns}
  )
  select b.block_id as "blockID", b.block_name as "blockName", l.level_id as "levelID", l.level_number as "levelNumber",
    h.building_id as "buildingID", h.building_name as "buildingName", c.total::int as "totalCents", side.niches,
    (select count(*)::int from cheap) as reached, (select max(price_cents) from cheap) as "highestPrice"
  from chosen c
    join blocks b using (block_id) join levels l using (level_id) join buildings h using (building_id)
    cross join lateral (
      select json_agg(json_build_object(
        'nicheID', n.niche_id, 'blockID', n.block_id, 'nicheCode', n.niche_code, 'nicheRow', n.niche_row,
        'nicheColumn', n.niche_column, 'status', n.status, 'priceCents', n.price_cents
      ) order by n.niche_column) as niches
      from niches n
      where n.block_id = c.block_id and n.niche_row = c.niche_row
        and n.niche_column between c.niche_column and c.niche_column + ${criteria.adjacent - 1}::int
    ) side
  order by c.total, h.position, l.level_number, b.block_name, c.niche_row, c.niche_column`

function criteriaSql({ buildingID, levelID, blockID, minPrice, maxPrice, minRow, maxRow }: SearchCriteria) {
  const conditions: SQL[] = [sql`n.status = 'Available'`]
  if (blockID) conditions.push(sql`n.block_id = ${blockID}`)
  if (levelID) conditions.push(sql`n.block_id in (select block_id from blocks where level_id = ${levelID})`)
  if (buildingID) {
    conditions.push(sql`n.block_id in (
      select block_id from blocks join levels using (level_id) where building_id = ${buildingID}
    )`)
  }
  if (minPrice) conditions.push(sql`n.price_cents >= ${toCents(minPrice)}::int`)
  if (maxPrice) conditions.push(sql`n.price_cents <= ${toCents(maxPrice)}::int`)
  if (minRow) conditions.push(sql`n.niche_row >= ${minRow}::int`)
  if (maxRow) conditions.push(sql`n.niche_row <= ${maxRow}::int`)
  return sql.join(conditions, sql` and `)
}

function toRun({ totalCents, niches, ...place }: RunRow): NicheRun {
  const shown = niches.map(({ priceCents, ...niche }) => ({ ...niche, price: toAmount(priceCents) }))
  return { ...place, total: toAmount(totalCents), niches: shown }
}
