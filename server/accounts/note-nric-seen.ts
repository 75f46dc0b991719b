import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#server/core/context.ts'
import { users } from '#server/database/schema.ts'

/** A clerk has the card with this account's NRIC at hand: whoever opened the account did not make the number up. */
export const noteNRICSeen = ({ db, clock }: Context, userID: string) =>
  db
    .update(users)
    .set({ nricSeenAt: clock() })
    .where(and(eq(users.userID, userID), isNull(users.nricSeenAt)))
