import { formatDateTime } from '#contract/dates.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
import type { Context } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { notifyNicheChanged, notifyNichesChanged } from './niche-notifications.ts'
import { getNiche } from './niche-reads.ts'
import { findOpeningTime, moveNiche, moveNiches, type NicheStatusChange, updateCapacities } from './queries.ts'

export {
  blockImported,
  importNiches,
  insertLocations,
  type NewNiche,
  numberWall,
  removeImportedNiches,
  renumberWalls,
} from './import-niches.ts'
export { nicheUses } from './import-uses.ts'
export { notifyAllBlocksChanged, notifyBlockChanged } from './niche-notifications.ts'
export { getNiche } from './niche-reads.ts'
export { findBlocksOf, hadUndoneUrn, haveOldUrns, listUndonePlaces } from './old-urns.ts'
export { findFurtherPlaces, lockNiches } from './queries.ts'

interface StatusChange extends NicheStatusChange {
  reason: string
  bookingID?: string | undefined
}

/** How the status of one niche changes: updates the row and its log, and notifies open maps after the commit. */
export async function setNicheStatus(
  context: Context,
  nicheID: string,
  { reason, bookingID, ...change }: StatusChange,
) {
  const moved = await moveNiche(context.db, nicheID, change, { reason, bookingID, ...byWhom(context) })
  if (moved) context.afterCommit(() => notifyNicheChanged(context, moved.niche))
  return moved
}

/** The same for many niches. Leaves out those that do not have the status `from`. */
export async function setNicheStatuses(
  context: Context,
  nicheIDs: readonly string[],
  { reason, ...change }: { from: NicheStatus; to: NicheStatus; reason: string },
) {
  const moved = await moveNiches(context.db, nicheIDs, change, { reason, ...byWhom(context) })
  context.afterCommit(() => notifyNichesChanged(context, moved))
  return moved
}

const byWhom = ({ actor, clock }: Context) => ({ actorID: actor?.userID ?? null, at: clock() })

/** Sets how many people niches have places for, and notifies open maps after the commit. */
export async function setCapacities(
  context: Context,
  nicheIDs: readonly string[],
  places: { capacity: number; furtherPriceCents: number },
) {
  const changed = await updateCapacities(context.db, nicheIDs, places)
  context.afterCommit(() => notifyNichesChanged(context, changed))
  return changed
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
  const { status } = await getNiche(context, nicheID)
  const notOpen = status === 'Available' ? await explainNotOpen(context, nicheID) : undefined
  return notOpen ?? new AppError('NICHE_TAKEN')
}

/** Why nobody can book a niche of this block yet, or `undefined` if they can. */
export async function explainNotOpen(context: Context, nicheID: string): Promise<AppError | undefined> {
  const { blockID } = await getNiche(context, nicheID)
  const { opensAt, isDraft } = await findOpeningTime(context.db, blockID)
  if (isDraft) return new AppError('NOT_PUBLISHED')
  if (!opensAt || opensAt <= context.clock()) return undefined
  return new AppError('NOT_OPEN_YET', { why: formatDateTime(opensAt) })
}
