import { sql } from 'drizzle-orm'
import { bookings, niches, registerEntries } from '#server/database/schema.ts'

/** Bookings of an import that were changed or linked since, and its niches that were booked. */
export const bookingUses = (importID: string) => sql`
  select 'Booking ' || b.booking_id || ' of this import was changed or linked.' as use
    from ${registerEntries} e join ${bookings} b using (booking_id)
    where e.import_id = ${importID} and (b.version > 1 or b.user_id is not null)
  union all
  select 'Niche ' || n.niche_code || ' of this import was booked.'
    from ${niches} n join ${bookings} b using (niche_id) left join ${registerEntries} e using (booking_id)
    where n.import_id = ${importID} and e.import_id is distinct from ${importID}`
