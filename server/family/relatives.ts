import { randomUUID } from 'node:crypto'
import { dayMs } from '#contract/dates.ts'
import { daysOfInvitation } from '#contract/family/sharing.ts'
import { record } from '#server/audit/public.ts'
import { lockBooking } from '#server/bookings/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { hashToken, newToken } from '#server/core/link-token.ts'
import { AppError } from '#server/http/errors.ts'
import { linkReads, throttleAddress } from '#server/http/throttles.ts'
import { aboutBooking, enqueueLetter } from '#server/mail/outbox.ts'
import { acceptedLetter, holderAgreedLetter, invitationLetter, youAgreedLetter } from './letters.ts'
import { findInvitation, findRelativeOf, updateRelative, upsertRelative } from './queries.ts'
import { endRelative, lockShareable } from './sharing.ts'

/**
 * The letter may reach a stranger, so the holder must agree as well. Replaces an invitation that nobody has accepted.
 */
export const inviteRelative = (context: SignedInContext, { bookingID, email }: { bookingID: string; email: string }) =>
  inTransaction(context, async (context) => {
    const locked = await lockShareable(context, bookingID)
    const { db, actor, clock } = context
    const now = clock()
    if (email === locked.applicant.email)
      throw new AppError('INVALID', { errors: { email: 'This is your own email address.' } })
    const before = (await findRelativeOf(db, bookingID))?.relative
    const isOwn = before?.invitedBy === actor.userID
    if (isOwn && (before.agreedAt || (before.acceptedAt && before.expiresAt > now)))
      throw new AppError('RELATIVE_CHANGED')
    const token = newToken()
    const relativeID = randomUUID()
    await upsertRelative(db, {
      relativeID,
      bookingID,
      email,
      tokenHash: hashToken(token),
      invitedBy: actor.userID,
      invitedAt: now,
      expiresAt: new Date(now.getTime() + daysOfInvitation * dayMs),
    })
    await enqueueLetter(context, { email }, aboutBooking(bookingID, invitationLetter(locked, token)))
    await record(context, 'family.invited', bookingID, { relativeID })
  })

export async function readInvitation(context: Context, token: string) {
  const { invitedBy, name } = await findOrRefuse(context, token)
  return { invitedBy, name }
}

/** Any account may accept: people have several addresses. The holder sees which one it was and then agrees, or not. */
export async function acceptInvitation(context: SignedInContext, token: string) {
  const { relative } = await findOrRefuse(context, token)
  await inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    const locked = await lockBooking(db, relative.bookingID)
    const invited = (await findInvitation(db, hashToken(token), clock()))?.relative
    if (!locked || !invited) throw new AppError('INVITATION_INVALID')
    if (invited.invitedBy === actor.userID) throw new AppError('OWN_INVITATION')
    if (invited.userID === actor.userID) return
    if (invited.userID) throw new AppError('INVITATION_INVALID')
    await updateRelative(db, invited.relativeID, { userID: actor.userID, acceptedAt: clock() })
    await record(context, 'family.accepted', invited.bookingID, { relativeID: invited.relativeID })
    const content = acceptedLetter(locked, invited.relativeID, actor.name)
    await enqueueLetter(context, locked.applicant, aboutBooking(invited.bookingID, content))
  })
}

/** Agrees to the account that the holder has seen, unless another one was invited since. */
export const agreeToRelative = (context: SignedInContext, seen: { bookingID: string; relativeID: string }) =>
  inTransaction(context, async (context) => {
    await lockShareable(context, seen.bookingID)
    const { db, clock } = context
    const found = await findRelativeOf(db, seen.bookingID)
    if (found?.relative.relativeID !== seen.relativeID || !found.account) throw new AppError('RELATIVE_CHANGED')
    const { agreedAt, expiresAt } = found.relative
    if (agreedAt) return
    if (expiresAt <= clock()) throw new AppError('RELATIVE_CHANGED')
    await updateRelative(db, seen.relativeID, { agreedAt: clock() })
    await record(context, 'family.agreed', seen.bookingID, { relativeID: seen.relativeID })
    await enqueueLetter(context, found.account, aboutBooking(seen.bookingID, holderAgreedLetter(found)))
    await enqueueLetter(context, found.holder, aboutBooking(seen.bookingID, youAgreedLetter(found)))
  })

/** Ends it for the holder or for the second person. Ending it again changes nothing. */
export const endOwnRelative = (context: SignedInContext, bookingID: string) =>
  inTransaction(context, async (context) => {
    const locked = await lockBooking(context.db, bookingID)
    const found = locked && (await findRelativeOf(context.db, bookingID))
    const { userID } = context.actor
    if (locked?.booking.userID !== userID && found?.relative.userID !== userID) throw new AppError('NOT_FOUND')
    if (found) await endRelative(context, found)
  })

async function findOrRefuse(context: Context, token: string) {
  await throttleAddress(context, linkReads)
  const found = await findInvitation(context.db, hashToken(token), context.clock())
  if (!found) throw new AppError('INVITATION_INVALID')
  return found
}
