import { randomUUID } from 'node:crypto'
import { toCents } from '#contract/money.ts'
import type { Context } from '#server/core/context.ts'
import { blockImported, importNiches, type NewNiche } from '#server/niches/public.ts'
import { loadLocations } from './locations.ts'
import { enterUnnamedUrns, importWithUrns, type OccupiedNiche } from './old-urns.ts'
import type { ReadRow } from './open-register.ts'
import type { PlannedPart } from './plan-register.ts'
import { listNichesByCode } from './queries.ts'

/** Writes the new rows of an import in the caller's transaction. */
export async function createWriter(context: Context, importID: string) {
  const locations = await loadLocations(context.db)
  const occupied: OccupiedNiche[] = []
  const blocked: Parameters<typeof blockImported>[1][number][] = []

  /** Writes the new rows of a part. */
  const write = ({ file, rows }: PlannedPart) => {
    const added = rows.filter(({ outcome }) => outcome === 'new').map(({ read }) => read)
    return file === 'niches' ? niches(added as ReadRow<'niches'>[]) : people(added as ReadRow<'people'>[])
  }

  async function niches(added: ReadRow<'niches'>[]) {
    const rows: NewNiche[] = []
    for (const { row } of added)
      rows.push({
        nicheID: randomUUID(),
        blockID: await locations.findOrAdd(row, context.clock()),
        nicheCode: row.code,
        nicheRow: Number(row.row),
        nicheColumn: Number(row.column),
        half: row.half,
        status: row.status as NonNullable<NewNiche['status']>,
        priceCents: toCents(row.price) ?? 0,
        capacity: Number(row.capacity || 1),
        furtherPriceCents: toCents(row.further_price) ?? 0,
        importID,
        reason: row.is_blocked ? '' : row.reason,
      })
    await importNiches(context, rows)
    for (const [at, { nicheID, nicheCode, status = 'Available' }] of rows.entries()) {
      const { urns = '', is_blocked = '', reason = '' } = added[at]?.row ?? {}
      if (status === 'Occupied') occupied.push({ nicheID, nicheCode, urns })
      if (is_blocked) blocked.push({ nicheID, status, reason })
    }
  }

  async function people(added: ReadRow<'people'>[]) {
    const codes = added.map(({ row }) => row.code.toUpperCase())
    const stored = await listNichesByCode(context.db, codes)
    const byCode = new Map(stored.map((niche) => [niche.code.toUpperCase(), niche]))
    const found = added.flatMap(({ row, number, source }) => {
      const niche = byCode.get(row.code.toUpperCase())
      if (!niche) return []
      const isForLater = niche.status === 'Reserved' || row.for_later !== ''
      const nicheStatus = isForLater ? ('Reserved' as const) : ('Occupied' as const)
      return [{ nicheID: niche.nicheID, nicheCode: niche.code, nicheStatus, rowNumber: number, row, source }]
    })
    await importWithUrns(context, importID, found)
  }

  /** Call it once, after all people: from then on the walls are drawn, and every Occupied niche has its urns. */
  async function finish() {
    await locations.drawWalls()
    await enterUnnamedUrns(context, importID, occupied)
    await blockImported(context, blocked)
  }
  return { importID, locations, write, finish }
}
