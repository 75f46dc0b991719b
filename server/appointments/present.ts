import type { Db } from '#server/ports/database.ts'
import { findUrnsOf } from '#server/urns/public.ts'
import type { StaffAppointmentRow } from './queries.ts'

/** Adds to each appointment its urn and where that is. */
export async function presentForStaff(db: Db, rows: readonly StaffAppointmentRow[]) {
  const urns = await findUrnsOf(
    db,
    rows.map(({ bookingID }) => bookingID),
  )
  return rows.map(({ appointment, ...more }) => ({ ...appointment, ...more, urn: urns.get(more.bookingID) ?? null }))
}
