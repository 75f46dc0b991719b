import { sql } from 'drizzle-orm'
import { appointments, hallSchedules, registerEntries, registerImports } from '#server/database/schema.ts'

/** What keeps an import from being undone: appointments of its bookings, and placement hours of halls that it added. */
export const appointmentUses = (importID: string) => sql`
  select 'Booking ' || e.booking_id || ' of this import has an appointment.' as use
    from ${registerEntries} e join ${appointments} a using (booking_id)
    where e.import_id = ${importID}
  union all
  select 'A hall of this import has placement hours now.'
    from ${registerImports} i join ${hallSchedules} s on i.created -> 'buildings' ? s.building_id
    where i.import_id = ${importID}`
