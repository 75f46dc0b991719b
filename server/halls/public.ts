import { sql } from 'drizzle-orm'
import { auditLog, newPrices, niches, priceChanges, registerImports } from '#server/database/schema.ts'

export { removeImportedPrices } from './price-changes.ts'

/**
 * What keeps an import from being undone: changed prices or places of its niches, and changed or published halls,
 * levels and blocks. A change of prices that never took effect is left out, and so are audit entries about urns, because
 * `urnUses` reports stock-takes.
 */
export const hallUses = (importID: string) => sql`
  select 'The prices of niche ' || n.niche_code || ' were changed.' as use
    from ${niches} n join ${newPrices} p using (niche_id) join ${priceChanges} c using (change_id)
    where n.import_id = ${importID} and c.applied_at is not null
  union all
  select 'The places of niche ' || n.niche_code || ' were changed.'
    from ${auditLog} a join ${niches} n on n.niche_id::text = a.subject
    where a.action = 'niche.capacity_changed' and n.import_id = ${importID}
  union all
  select 'A hall, level or block of this import was changed or published.'
    from ${registerImports} i
      cross join lateral jsonb_array_elements_text(
        (i.created -> 'buildings') || (i.created -> 'levels') || (i.created -> 'blocks')) added (id)
      join ${auditLog} a on a.subject = added.id and a.at > i.imported_at
        and a.action not like 'urn.%' and a.action not in ('prices.scheduled', 'prices.withdrawn')
    where i.import_id = ${importID}`
