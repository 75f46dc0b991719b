import { dayMs } from '#contract/dates.ts'
import type { Role } from '#contract/roles.ts'
import type { Context } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { findNthNewestBy, findNthNewestTo } from './queries.ts'

/** Letters a day that one person of this role may cause, and that one address may get because of people of this role. */
const limits: Record<Role, { caused: number; received: number }> = {
  user: { caused: 30, received: 30 },
  /** A clerk decides on hundreds of bookings a day, and one undertaker may have booked dozens of them. */
  staff: { caused: 2000, received: 300 },
  admin: { caused: 300, received: 60 },
  witness: { caused: 30, received: 30 },
}
/**
 * Refuses the call that would cause one letter too many, so that no letter is silently dropped. Parallel calls can exceed the
 * limit by their number: locking a counter until the commit would make a clerk's calls wait for each other.
 */
export async function limitLetters({ db, actor, clock }: Context, to: string) {
  if (!actor) return
  const { caused, received } = limits[actor.role]
  const since = new Date(clock().getTime() - dayMs)
  const oldest =
    (await findNthNewestBy(db, actor.userID, since, caused)) ??
    (await findNthNewestTo(db, to, actor.role, since, received))
  if (oldest) throw new AppError('TOO_MANY_LETTERS', { retryAfter: (oldest.getTime() - since.getTime()) / 1000 + 1 })
}
