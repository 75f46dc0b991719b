import { sql } from 'drizzle-orm'
import { niches, registerEntries, urnAttempts, urnCounts, urns } from '#server/database/schema.ts'

/** What happened to urns and niches of an import since. */
export const urnUses = (importID: string) => sql`
  select 'The urn of booking ' || e.booking_id || ' of this import was received.' as use
    from ${registerEntries} e join ${urns} u using (booking_id) where e.import_id = ${importID}
  union all
  select 'The block of niche ' || n.niche_code || ' was counted in a stock-take.'
    from ${niches} n join ${urnCounts} c using (block_id) where n.import_id = ${importID}
  union all
  select 'An urn was brought to niche ' || n.niche_code || ' of this import.'
    from ${niches} n join ${urnAttempts} a using (niche_id) where n.import_id = ${importID}`
