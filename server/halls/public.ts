import { sql } from 'drizzle-orm'
import { newPrices, niches, priceChanges } from '#server/database/schema.ts'

export { removeImportedPrices } from './price-changes.ts'

/**
 * What keeps an import from being undone: changed and planned prices of its niches. The set-up of its halls does not, because an admin
 * enters it again: names, numbers, places, sizes of doors, opening times. Nor does a published block, until something of it is booked.
 */
export const hallUses = (importID: string) => sql`
  select case when c.applied_at is null then 'A change of the price of niche ' || n.niche_code || ' is planned.'
      else 'The price of niche ' || n.niche_code || ' was changed.' end as use
    from ${niches} n join ${newPrices} p using (niche_id) join ${priceChanges} c using (change_id)
    where n.import_id = ${importID} and c.cancelled_at is null`
