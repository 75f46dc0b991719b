import { sql } from 'drizzle-orm'
import { bookings, urnNow, urns } from '#server/database/schema.ts'

/** The tag of the urn that is in the niche of the booking now. */
export const placedUrn = sql<string | null>`(
  select ${urns.tag} from ${urns} join ${urnNow} on ${urnNow.tag} = ${urns.tag}
  where ${urns.bookingID} = ${bookings.bookingID} and ${urnNow.event} = 'place')`
