import { correctionRefusals } from '#contract/bookings/correction.ts'
import { toDay } from '#contract/dates.ts'
import { isOver } from '#contract/rights/term.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'
import { refuseBlocked } from './blocks.ts'
import { deleteSteps, noSteps } from './end-queries.ts'
import { isExtensionCharged } from './extension-queries.ts'
import { listHolders } from './holders.ts'
import { lockRightByID } from './lock-right.ts'
import { moveRights } from './move-rights.ts'
import { requireNoParty } from './parties.ts'
import { type ChangedTerm, findRightOf, type RightRow } from './queries.ts'
import { tellHolders } from './tell-holders.ts'

/** What an old register says of a right, by its columns there. Empty where it says nothing. */
export interface SaidOfRight {
  deed: string
  right_from: string
  right_until: string
}

/** The first and last day of the right of a booking, as far as they are known. */
export async function readTermOf(db: Db, bookingID: string) {
  const right = await findRightOf(db, bookingID)
  return { rightFrom: right?.grantedOn ?? '', rightUntil: right?.endsOn ?? '' }
}

interface Correcting {
  recorded: SaidOfRight
  changes: Partial<SaidOfRight>
  /** What changes, as the history of the booking says it. */
  words: string
  reason: string
  askedByID: string
}

/** Corrects the right of a booking with what its register should have said, and tells all holders. Call it after locking the booking. */
export async function correctRight(
  context: SignedInContext,
  bookingID: string,
  { recorded, changes, words, reason, askedByID }: Correcting,
) {
  const { db, clock } = context
  const found = await findRightOf(db, bookingID)
  const ofTerm = changes.right_from !== undefined || changes.right_until !== undefined
  if (!found && ofTerm) throw new AppError('NOT_FOUND')
  if (!found) return
  const right = await lockRightByID(context, found.rightID)
  const set = changesOf(right, recorded, changes)
  if (Object.keys(set).length === 0) return
  await refuseBlocked(context, right)
  await requireNoParty(context, right.rightID, { claims: [], people: [askedByID] })
  const isSold = right.extended > 0 || (await isExtensionCharged(db, right.rightID))
  if (changes.right_until !== undefined && isSold)
    throw new AppError('BOOKING_NOT_MOVABLE', { why: correctionRefusals.extended })
  const livesAgain = right.state === 'ended' && set.endsOn !== undefined && !isOver(set.endsOn, toDay(clock()))
  await moveRights(context, livesAgain ? 'correctEnd' : 'correct', [right], {
    bookingID,
    reason: `${words} ${reason}`,
    set: { ...set, ...(livesAgain && noSteps) },
  })
  if (livesAgain) await deleteSteps(db, [right.rightID])
  await tellHolders(context, { right, before: await listHolders(context, right.rightID), words, askedByID })
}

/** The deed of a right is that of one of its bookings; another booking has its own. */
const changesOf = (
  right: RightRow,
  recorded: SaidOfRight,
  { deed, right_from, right_until }: Partial<SaidOfRight>,
) => ({
  ...(deed !== undefined && (right.deedNumber ?? '') === recorded.deed && { deedNumber: deed || null }),
  ...(right_from !== undefined && { grantedOn: right_from || null }),
  ...(right_until !== undefined && termUntil(right_until)),
})

/** The same as for a right that an import grants. It was never extended, so its first last day is forgotten. */
const termUntil = (until: string): ChangedTerm =>
  until
    ? { basis: 'fixedDay', years: null, endsOn: until, firstEndsOn: null }
    : { basis: 'perpetual', years: null, endsOn: null, firstEndsOn: null }
