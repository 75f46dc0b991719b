import { dayMs } from '#contract/dates.ts'
import { canBeShared } from '#contract/family/sharing.ts'
import { record } from '#server/audit/public.ts'
import { lockBooking } from '#server/bookings/public.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { aboutBooking, enqueueLetter } from '#server/mail/outbox.ts'
import { requireHolder } from '#server/rights/public.ts'
import { helpEndedLetter, yourHelpEndedLetter } from './letters.ts'
import {
  deleteExpired,
  deleteLinksOf,
  deleteRelative,
  type FamilyRelative,
  findLink,
  findRelativeOf,
  isHolder,
  listRelativesOf,
} from './queries.ts'

export async function readSharing(context: SignedInContext, bookingID: string) {
  const { db, actor } = context
  if (!(await isHolder(db, bookingID, actor.userID))) throw new AppError('NOT_FOUND')
  return findSharing(context, bookingID, actor.userID)
}

/**
 * The people with whom the holder shares a page. Leaves out what has expired or is from an earlier holder, which a job deletes
 * later.
 */
export async function findSharing({ db, clock }: Context, bookingID: string, holderID: string | null) {
  const now = clock()
  const link = await findLink(db, bookingID)
  const found = await findRelativeOf(db, bookingID)
  const isCurrent =
    found?.relative.invitedBy === holderID && (found.relative.agreedAt || found.relative.expiresAt > now)
  return {
    link: link?.madeBy === holderID && link.expiresAt > now ? link : null,
    relative: isCurrent
      ? {
          ...found.relative,
          account: found.account && { name: found.account.fullName, email: found.account.email },
          agreed: found.relative.agreedAt !== null,
        }
      : null,
  }
}

/** Locks the booking, so that two tabs take turns. Somebody else's booking gives 404, as if there were none. */
export async function lockOwnBooking({ db, actor }: SignedInContext, bookingID: string) {
  const locked = await lockBooking(db, bookingID)
  if (!locked || locked.booking.userID !== actor.userID) throw new AppError('NOT_FOUND')
  return locked
}

export async function lockShareable(context: SignedInContext, bookingID: string) {
  const locked = await lockOwnBooking(context, bookingID)
  if (!canBeShared({ ...locked.booking, paymentStatus: locked.payment?.paymentStatus ?? null }))
    throw new AppError('NOT_SHAREABLE')
  await requireHolder(context, bookingID)
  return locked
}

/** Ends an invitation, or what a relative may do. If an account had accepted, both people get a letter. */
export async function endRelative(context: Context, found: FamilyRelative) {
  const { relativeID, bookingID } = found.relative
  await deleteRelative(context.db, relativeID)
  await record(context, 'family.ended', bookingID, { relativeID })
  if (!found.account) return
  await enqueueLetter(context, found.account, aboutBooking(bookingID, yourHelpEndedLetter(found)))
  await enqueueLetter(context, found.holder, aboutBooking(bookingID, helpEndedLetter(found)))
}

/** Ends all sharing of an account that is being closed, as holder and as relative. */
export async function endSharingOf(context: Context, userID: string) {
  await deleteLinksOf(context.db, userID)
  for (const found of await listRelativesOf(context.db, userID)) await endRelative(context, found)
}

/** Ends what an account has shared as holder since then: its owner did not do it. */
export async function endSharingSince(context: Context, userID: string, since: Date) {
  await deleteLinksOf(context.db, userID, since)
  for (const found of await listRelativesOf(context.db, userID)) {
    const { invitedBy, invitedAt, agreedAt } = found.relative
    if (invitedBy === userID && (agreedAt ?? invitedAt) >= since) await endRelative(context, found)
  }
}

/** Deletes links and invitations a day after they have expired. */
export const deleteExpiredSharing = ({ db, clock }: Context) => deleteExpired(db, new Date(clock().getTime() - dayMs))
