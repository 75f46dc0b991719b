import type { Context } from '#server/context.ts'
import { notifyNicheChanged } from './niche-notifications.ts'
import { insertNicheLog, moveNiche, type NicheStatusChange } from './queries.ts'

export { importNiches, insertPlaces, type NewNiche, removeImportedNiches } from './import-niches.ts'
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

/** Takes a free niche for a booking. Returns `undefined` if it is not free, or another request is faster. */
export const takeNiche = (context: Context, nicheID: string, reason: string, bookingID: string) =>
  setNicheStatus(context, nicheID, { to: 'Pending', onlyFrom: 'Available', reason, bookingID })
