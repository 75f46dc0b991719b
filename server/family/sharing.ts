import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { findLink, findRelativeOf, isHolder } from './queries.ts'

/**
 * With whom the holder shares a page. Leaves out what has expired or is from an earlier holder, which a job deletes
 * later.
 */
export async function readSharing({ db, actor, clock }: SignedInContext, bookingID: string) {
  if (!(await isHolder(db, bookingID, actor.userID))) throw new AppError('NOT_FOUND')
  const now = clock()
  const link = await findLink(db, bookingID)
  const found = await findRelativeOf(db, bookingID)
  const isCurrent =
    found?.relative.invitedBy === actor.userID && (found.relative.agreedAt || found.relative.expiresAt > now)
  return {
    link: link?.madeBy === actor.userID && link.expiresAt > now ? link : null,
    relative: isCurrent
      ? {
          ...found.relative,
          account: found.account && { name: found.account.fullName, email: found.account.email },
          agreed: found.relative.agreedAt !== null,
        }
      : null,
  }
}
