import { formatDateTime } from '#contract/dates.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import { notifyNicheChanged } from './niche-notifications.ts'
import { getNiche } from './niche-reads.ts'
import { findOpeningTime, insertNicheLog, moveNiche, type NicheStatusChange } from './queries.ts'

export { importNiches, insertPlaces, type NewNiche, removeImportedNiches } from './import-niches.ts'
export { notifyBlockChanged } from './niche-notifications.ts'
export { getNiche } from './niche-reads.ts'

interface StatusChange extends NicheStatusChange {
  reason: string
  bookingID?: string | undefined
}

/** The only way a niche's status changes: updates the row and its log, and notifies open maps after the commit. */
export async function setNicheStatus(context: Context, nicheID: string, change: StatusChange) {
  const moved = await moveNiche(context.db, nicheID, change)
  if (!moved) return undefined
  await insertNicheLog(context.db, {
    nicheID,
    from: moved.from,
    to: change.to,
    reason: change.reason,
    actorID: context.actor?.userID ?? null,
    bookingID: change.bookingID ?? null,
    at: context.clock(),
  })
  context.afterCommit(() => notifyNicheChanged(context, moved.niche))
  return moved
}

/** Takes a free niche for a booking. Returns `undefined` if it is not free or not open, or another request is faster. */
export const takeNiche = (context: Context, nicheID: string, reason: string, bookingID: string) =>
  setNicheStatus(context, nicheID, {
    to: 'Pending',
    onlyFrom: 'Available',
    onlyIfOpenAt: context.clock(),
    reason,
    bookingID,
  })

/** Why `takeNiche` took nothing. */
export async function explainNotTaken(context: Context, nicheID: string): Promise<AppError> {
  const { blockID } = await getNiche(context, nicheID)
  const opensAt = await findOpeningTime(context.db, blockID)
  if (!opensAt || opensAt <= context.clock()) return new AppError('NICHE_TAKEN')
  return new AppError('NOT_OPEN_YET', { why: formatDateTime(opensAt.toISOString()) })
}
