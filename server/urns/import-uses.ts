import { sql } from 'drizzle-orm'
import {
  bookings,
  niches,
  registerEntries,
  staffReads,
  stockTakes,
  urnAttempts,
  urnLossReports,
  urnMoves,
  urns,
} from '#server/database/schema.ts'

/** The urns of all bookings in the import, even if an earlier import has entered the urn and added its niche. */
const named = sql`${registerEntries} e join ${urns} u using (booking_id) join ${bookings} b using (booking_id) join ${niches} n using (niche_id)`

/** What keeps an import from being undone: something has happened to its urns or niches since. */
export const urnUses = (importID: string) => sql`
  select 'The urn of booking ' || e.booking_id || ' of this import was ' || used.how || '.' as use
    from ${registerEntries} e join ${urns} u using (booking_id)
      cross join lateral (
        select 'moved or seen' as how from ${urnMoves} m where m.tag = u.tag and m.event <> 'enter'
        union all select 'measured' where u.width_mm is not null or u.cremation_number <> ''
        union all select 'brought to a niche' from ${urnAttempts} a where a.tag = u.tag
        union all select 'labelled' from ${staffReads} s where s.kind = 'labels' and s.subject = u.tag
        union all select 'asked for' from ${urnLossReports} r where r.tag = u.tag
      ) used
    where e.import_id = ${importID}
  union all
  select 'The block of niche ' || n.niche_code || ' was counted in a stock-take.'
    from ${niches} n join ${stockTakes} c using (block_id) where n.import_id = ${importID}
  union all
  select 'The block of niche ' || n.niche_code || ' was counted in a stock-take.'
    from ${named} join ${stockTakes} c using (block_id)
    where e.import_id = ${importID} and (c.ended_at is null or c.ended_at >= u.created_at)
  union all
  select 'The labels of the block of niche ' || n.niche_code || ' were opened.'
    from ${niches} n join ${staffReads} s on s.kind = 'labels' and s.subject in (upper(n.block_id), lower(n.block_id))
    where n.import_id = ${importID}
  union all
  select 'The labels of the block of niche ' || n.niche_code || ' were opened.'
    from ${named} join ${staffReads} s on s.kind = 'labels' and s.subject in (upper(n.block_id), lower(n.block_id))
    where e.import_id = ${importID} and s.last_at >= u.created_at
  union all
  select 'An urn was brought to niche ' || n.niche_code || ' of this import.'
    from ${niches} n join ${urnAttempts} a using (niche_id) where n.import_id = ${importID}`
