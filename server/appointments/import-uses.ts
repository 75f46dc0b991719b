import { sql } from 'drizzle-orm'
import { appointments, registerEntries } from '#server/database/schema.ts'

/** Bookings of an import that have an appointment. */
export const appointmentUses = (importID: string) => sql`
  select 'Booking ' || e.booking_id || ' of this import has an appointment.' as use
    from ${registerEntries} e join ${appointments} a using (booking_id)
    where e.import_id = ${importID}`
