import { sql } from 'drizzle-orm'
import { beneficiaries, bookings, niches, registerEntries } from '#server/database/schema.ts'

/** Bookings of an import that were changed or linked since, people who were withheld, and niches that were booked. */
export const bookingUses = (importID: string) => sql`
  select 'Booking ' || b.booking_id || ' of this import was changed or linked.' as use
    from ${registerEntries} e join ${bookings} b using (booking_id)
    where e.import_id = ${importID} and (b.version > 1 or b.user_id is not null)
  union all
  select 'The person of booking ' || b.booking_id || ' of this import is withheld or shared.'
    from ${registerEntries} e join ${bookings} b using (booking_id) join ${beneficiaries} p using (beneficiary_id)
    where e.import_id = ${importID} and (p.withheld_at is not null or p.shared_at is not null)
  union all
  select 'Another person was placed beside the one of booking ' || b.booking_id || ' of this import.'
    from ${registerEntries} e join ${bookings} b using (booking_id) join ${bookings} o on o.niche_id = b.niche_id and o.beside_booking_id = b.booking_id
      left join ${registerEntries} f on f.booking_id = o.booking_id
    where e.import_id = ${importID} and f.import_id is distinct from ${importID}
  union all
  select 'Niche ' || n.niche_code || ' of this import was booked.'
    from ${niches} n join ${bookings} b using (niche_id) left join ${registerEntries} e using (booking_id)
    where n.import_id = ${importID} and e.import_id is distinct from ${importID}`
