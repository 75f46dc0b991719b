import { and, eq, sql } from 'drizzle-orm'
import { bookings, isUrnInNiche, urnNow, urns } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

/** The tag of the urn that is in the niche of the booking now. */
export const placedUrn = sql<string | null>`(
  select ${urns.tag} from ${urns} join ${urnNow} on ${urnNow.tag} = ${urns.tag}
  where ${urns.bookingID} = ${bookings.bookingID} and ${isUrnInNiche})`

/** The tag of an urn that the ledger has in the niche. */
export async function findUrnIn(db: Db, nicheID: string): Promise<string | undefined> {
  const [found] = await db
    .select({ tag: urnNow.tag })
    .from(urnNow)
    .where(and(eq(urnNow.nicheID, nicheID), isUrnInNiche))
    .limit(1)
  return found?.tag
}
