import { sql } from 'drizzle-orm'
import { newPrices, niches } from '#server/database/schema.ts'

/** Niches of an import whose prices were changed since. */
export const priceUses = (importID: string) => sql`
  select 'The prices of niche ' || n.niche_code || ' were changed.' as use
    from ${niches} n join ${newPrices} p using (niche_id) where n.import_id = ${importID}`
