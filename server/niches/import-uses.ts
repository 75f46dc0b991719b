import { sql } from 'drizzle-orm'
import { nicheStatusLog, niches, registerImports } from '#server/database/schema.ts'

/** Niches of an import whose status was changed since. */
export const nicheUses = (importID: string) => sql`
  select 'The status of niche ' || n.niche_code || ' was changed.' as use
    from ${niches} n join ${nicheStatusLog} l using (niche_id) join ${registerImports} i on i.import_id = n.import_id
    where n.import_id = ${importID} and l.at > i.imported_at`
