import { eq } from 'drizzle-orm'
import type { Check } from '#contract/urns/confirmation.ts'
import { blocks, niches } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import type { LockedUrn } from './queries.ts'

/** The sizes, if both are known and the urn does not fit through the opening of its niche. */
export async function findTooLarge(db: Db, { widthMm, heightMm, booking }: LockedUrn): Promise<Check['tooLarge']> {
  const [opening] = await db
    .select({ widthMm: blocks.openingWidthMm, heightMm: blocks.openingHeightMm })
    .from(niches)
    .innerJoin(blocks, eq(blocks.blockID, niches.blockID))
    .where(eq(niches.nicheID, booking.nicheID))
  if (widthMm === null || heightMm === null || !opening?.widthMm || !opening.heightMm) return null
  if (widthMm <= opening.widthMm && heightMm <= opening.heightMm) return null
  return {
    urn: { widthMm, heightMm },
    opening: { widthMm: opening.widthMm, heightMm: opening.heightMm },
  }
}
