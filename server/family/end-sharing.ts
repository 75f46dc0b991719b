import { dayMs } from '#contract/dates.ts'
import { record } from '#server/audit/public.ts'
import type { Context } from '#server/core/context.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { endedLetters } from './letters.ts'
import { deleteExpired, deleteLinksOf, deleteRelative, type FamilyRelative, listRelativesOf } from './queries.ts'

/** Both get a letter once an account has accepted. */
export async function endRelative(context: Context, found: FamilyRelative) {
  const { relativeID, bookingID } = found.relative
  await deleteRelative(context.db, relativeID)
  await record(context, 'family.ended', bookingID, { relativeID })
  for (const letter of endedLetters(found)) await enqueueLetter(context, letter)
}

/** When an account closes: its links, whom it let act, and for whom it acts. */
export async function endSharingOf(context: Context, userID: string) {
  await deleteLinksOf(context.db, userID)
  for (const found of await listRelativesOf(context.db, userID)) await endRelative(context, found)
}

/** A day after they expired. */
export const deleteExpiredSharing = ({ db, clock }: Context) => deleteExpired(db, new Date(clock().getTime() - dayMs))
