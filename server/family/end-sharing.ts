import { dayMs } from '#contract/dates.ts'
import { record } from '#server/audit/public.ts'
import type { Context } from '#server/core/context.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { helpEndedLetter, yourHelpEndedLetter } from './letters.ts'
import { deleteExpired, deleteLinksOf, deleteRelative, type FamilyRelative, listRelativesOf } from './queries.ts'

/** Ends an invitation, or what a relative may do. If an account had accepted, both people get a letter. */
export async function endRelative(context: Context, found: FamilyRelative) {
  const { relativeID, bookingID } = found.relative
  await deleteRelative(context.db, relativeID)
  await record(context, 'family.ended', bookingID, { relativeID })
  if (!found.account) return
  await enqueueLetter(context, found.account, yourHelpEndedLetter(found))
  await enqueueLetter(context, found.holder, helpEndedLetter(found))
}

/** Ends all sharing of an account that is being closed, as holder and as relative. */
export async function endSharingOf(context: Context, userID: string) {
  await deleteLinksOf(context.db, userID)
  for (const found of await listRelativesOf(context.db, userID)) await endRelative(context, found)
}

/** Deletes links and invitations a day after they have expired. */
export const deleteExpiredSharing = ({ db, clock }: Context) => deleteExpired(db, new Date(clock().getTime() - dayMs))
