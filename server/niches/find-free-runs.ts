import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { toAmount, toCents } from '#contract/money.ts'
import type { NicheRun, NicheSearch } from '#contract/niches/api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import { inNaturalOrder } from '#server/database/natural-order.ts'
import { type Paged, toCounted } from '#server/http/paged.ts'
import type { Db } from '#server/ports/database.ts'

export type SearchCriteria = z.output<typeof NicheSearch>

const maxRuns = 50

/** Runs of free niches that match the criteria, cheapest first, and how many there are. */
export async function findFreeRuns(db: Db, criteria: SearchCriteria): Promise<Paged<NicheRun[]>> {
  const { rows } = await db.execute<RunRow>(cheapestRunsQuery(criteria))
  return toCounted(rows.map(toRun), rows[0]?.count ?? 0)
}

type RunRow = Omit<NicheRun, 'total' | 'niches'> & {
  totalCents: number
  niches: (Omit<Niche, 'price'> & { priceCents: number; half: string; capacity: number; furtherPriceCents: number })[]
  count: number
}

/** The count passes over all free niches once. Without joins of them, because without statistics PostgreSQL would compare each with each. */
const cheapestRunsQuery = (criteria: SearchCriteria) => sql`
  with ${criteria.adjacent === 1 ? singlesAmong(criteria) : runsAmong(criteria)},
  chosen as (
    select *, (select count(*)::int from runs) as count from runs
    order by total, block_id, niche_row, niche_column, half limit ${maxRuns}
  )
  select b.block_id as "blockID", b.block_name as "blockName", l.level_id as "levelID", l.level_number as "levelNumber",
    h.building_id as "buildingID", h.building_name as "buildingName", c.total::int as "totalCents", side.niches, c.count
  from chosen c
    join blocks b using (block_id) join levels l using (level_id) join buildings h using (building_id)
    cross join lateral (
      select json_agg(json_build_object(
        'nicheID', n.niche_id, 'blockID', n.block_id, 'nicheCode', n.niche_code, 'nicheRow', n.niche_row,
        'nicheColumn', n.niche_column, 'half', n.half, 'status', n.status, 'priceCents', n.price_cents,
        'capacity', n.capacity, 'furtherPriceCents', n.further_price_cents
      ) order by n.niche_column) as niches
      from niches n
      where n.block_id = c.block_id and n.niche_row = c.niche_row and n.half = c.half
        and n.niche_column between c.niche_column and c.niche_column + ${criteria.adjacent - 1}::int
    ) side
  order by c.total, h.position, l.level_number, ${inNaturalOrder(sql`b.block_name`)}, c.niche_row, c.niche_column, c.half`

/** The query is not materialised, so that an index finds the cheapest, and the count reads nothing but an index. */
const singlesAmong = (criteria: SearchCriteria) => sql`
  runs as not materialized (
    select block_id, niche_row, niche_column, half, price_cents as total from (${freeNiches(criteria)}) free
  )`

/**
 * "Gaps and islands": within a row of a block, column minus rank is the same for all niches side by side. Each island
 * offers its cheapest run, and further runs to the left and right of it where they fit.
 */
const runsAmong = (criteria: SearchCriteria) => sql`
  islands as (
    select *, niche_column - row_number() over (partition by block_id, niche_row order by niche_column) as island
    from (${freeNiches(criteria)}) free
  ),
  windows as (
    select *, count(*) over ahead as width, sum(price_cents) over ahead as total
    from islands
    window ahead as (
      partition by block_id, niche_row, island order by niche_column
      rows between current row and ${criteria.adjacent - 1}::int following
    )
  ),
  affordable as (
    select *, first_value(niche_column) over (partition by block_id, niche_row, island order by total, niche_column) as best
    from windows
    where width = ${criteria.adjacent}::int
      and total between ${toCents(criteria.minPrice ?? '0')}::int
        and ${criteria.maxPrice ? toCents(criteria.maxPrice) : 2_000_000_000}::int
  ),
  runs as (select * from affordable where (niche_column - best) % ${criteria.adjacent}::int = 0)`

/** Halves behind one door are not side by side. The price limits are those of a whole run. They also exclude single niches where they can, which saves time. */
function freeNiches({ adjacent, buildingID, levelID, blockID, minPrice, maxPrice, minRow, maxRow }: SearchCriteria) {
  const conditions: SQL[] = [
    sql`n.status = 'Available'`,
    sql`n.block_id not in (select block_id from blocks where opens_at is not null or is_draft)`,
  ]
  if (blockID) conditions.push(sql`n.block_id = ${blockID}`)
  if (levelID) conditions.push(sql`n.block_id in (select block_id from blocks where level_id = ${levelID})`)
  if (buildingID) {
    conditions.push(sql`n.block_id in (
      select block_id from blocks join levels using (level_id) where building_id = ${buildingID}
    )`)
  }
  if (minPrice && adjacent === 1) conditions.push(sql`n.price_cents >= ${toCents(minPrice)}::int`)
  if (maxPrice) conditions.push(sql`n.price_cents <= ${toCents(maxPrice)}::int`)
  if (adjacent > 1) conditions.push(sql`n.half = ''`)
  if (minRow) conditions.push(sql`n.niche_row >= ${minRow}::int`)
  if (maxRow) conditions.push(sql`n.niche_row <= ${maxRow}::int`)
  return sql`
    select n.block_id, n.niche_row, n.niche_column, n.half, n.price_cents from niches n where ${sql.join(conditions, sql` and `)}`
}

function toRun({ totalCents, niches, ...location }: RunRow): NicheRun {
  const shown = niches.map(({ priceCents, half, capacity, furtherPriceCents, ...niche }) => ({
    ...niche,
    ...(half && { half }),
    price: toAmount(priceCents),
    ...(capacity > 1 && { capacity, furtherPrice: toAmount(furtherPriceCents) }),
  }))
  return { ...location, total: toAmount(totalCents), niches: shown }
}
