import { sql } from 'drizzle-orm'
import { bookings, urnMoves, urns } from '#server/database/schema.ts'

/** The tag of the urn that is in the niche of the booking now. */
export const placedUrn = sql<string | null>`(
  select ${urns.tag} from ${urns} where ${urns.bookingID} = ${bookings.bookingID} and (
    select last.event from ${urnMoves} last where last.tag = ${urns.tag} order by last.position desc limit 1) = 'place')`
