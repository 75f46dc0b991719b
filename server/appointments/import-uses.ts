import { sql } from 'drizzle-orm'
import { appointments, registerEntries } from '#server/database/schema.ts'

/** What keeps an import from being undone: appointments of its bookings. Placement hours do not, and go with their hall. */
export const appointmentUses = (importID: string) => sql`
  select 'Booking ' || e.booking_id || ' of this import has an appointment.' as use
    from ${registerEntries} e join ${appointments} a using (booking_id)
    where e.import_id = ${importID}`
