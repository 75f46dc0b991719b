import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { isSameName } from '#server/database/same-name.ts'
import { bookings, rightHolders } from '#server/database/schema.ts'
import { lockRightOf, refuseBlocked } from './blocks.ts'
import { type HolderRow, listHolders } from './holders.ts'
import { type LockedRight, lockRightByID } from './lock-right.ts'
import { moveRights } from './move-rights.ts'
import { type Concerned, requireNoParty } from './parties.ts'
import { endAskingOfReplaced } from './replaced-holders.ts'
import { requireUnclaimed } from './require-unclaimed.ts'
import { tellHolders } from './tell-holders.ts'

interface NamedHolder {
  right: LockedRight
  /** The holders before the change. */
  before: readonly HolderRow[]
  bookingID: string
}

/**
 * Holders have their name and addresses from a booking, so whoever changes these there is asked what `changeHolder` asks. Call it after
 * locking booking and accounts. Returns nothing if the booking names no holder. `evenIfBlocked` is for a change that an objection may be about.
 */
export async function lockNamedHolder(
  context: SignedInContext,
  bookingID: string,
  concerned: Concerned,
  { evenIfBlocked = false } = {},
): Promise<NamedHolder | undefined> {
  const named = await lockRightOf(context.db, bookingID)
  if (!named) return undefined
  if (!evenIfBlocked) await refuseBlocked(context, named)
  await requireNoParty(context, named.rightID, concerned)
  const before = await listHolders(context, named.rightID)
  if (!before.some(isOf(bookingID))) return undefined
  return { right: await lockRightByID(context, named.rightID), before, bookingID }
}

interface Cause {
  reason: string
  askedByID: string
  /** What else the holders read, as a sentence. */
  more?: string
  /** The addresses that read of it in another letter. */
  toldAt?: readonly string[]
  /** Somebody else may stand there afterwards although somebody asks for the right. */
  evenIfClaimed?: boolean
  /** The register has another email address, which counts instead of the one that was recorded before. */
  hasNewEmail?: boolean
}

/** Writes the history of the right and to its holders, once the booking names another. What the holder before was asked ends. */
export async function noteNamedHolder(
  context: SignedInContext,
  { right, before, bookingID }: NamedHolder,
  { reason, askedByID, more = '', toldAt = [], evenIfClaimed = false, hasNewEmail = false }: Cause,
) {
  const earlier = before.find(isOf(bookingID))
  const now = (await listHolders(context, right.rightID)).find(isOf(bookingID))
  const corrected = describeCorrected(earlier?.name, now?.name)
  const removed = earlier && now ? await removeRecorded(context, earlier, now, hasNewEmail) : ''
  const replaced = await endAskingOfReplaced(context, right, before)
  if (replaced.areOthers && !evenIfClaimed) await requireUnclaimed(context, right.rightID)
  const words = `${corrected}${more && ` ${more}`}${removed}${replaced.words}`
  await moveRights(context, 'correctHolder', [right], { bookingID, reason: `${words} ${reason}`, set: replaced.set })
  const knows = ({ email }: HolderRow) => email !== null && toldAt.includes(email)
  await tellHolders(context, { right, before, words, askedByID, knows })
}

/**
 * The number and addresses that are recorded with a holder belong to a person. Nobody else who stands there now is recognised or written to
 * by them, or downloads them. Returns what the history and the holders read of it.
 */
async function removeRecorded(
  { db }: Context,
  { name, holder }: HolderRow,
  now: HolderRow,
  hasNewEmail: boolean,
): Promise<string> {
  const nameNow = now.account?.fullName ?? now.name
  const isOther = nameNow !== name && !isSameName(nameNow, name)
  if (!isOther && !hasNewEmail) return ''
  await db
    .update(rightHolders)
    .set({ emailSealed: null, ...(isOther && { addressSealed: null, nricSealed: null }) })
    .where(eq(rightHolders.holderID, holder.holderID))
  const wasRecorded = holder.nricSealed ?? holder.addressSealed ?? holder.emailSealed
  return isOther && wasRecorded ? ' The number and addresses that were recorded before are removed.' : ''
}

const isOf =
  (bookingID: string) =>
  ({ holder }: HolderRow) =>
    holder.bookingID === bookingID

/**
 * A new name of an account is no new name on deeds, which only two people change: rights keep the one before. Call it with the account
 * as it is before it is renamed.
 */
export async function keepHolderName(
  { db, clock }: Context,
  { userID, fullName }: { userID: string; fullName: string },
) {
  const ofAccount = eq(bookings.userID, userID)
  const rightIDs = db.select({ rightID: bookings.rightID }).from(bookings).where(ofAccount)
  const bookingIDs = db.select({ bookingID: bookings.bookingID }).from(bookings).where(ofAccount)
  await db
    .update(rightHolders)
    .set({ name: fullName, nameKeptAt: clock() })
    .where(
      and(
        inArray(rightHolders.rightID, rightIDs),
        inArray(rightHolders.bookingID, bookingIDs),
        isNull(rightHolders.name),
      ),
    )
}

/** The account no longer has the booking, so its holder is whom the register names. */
export const dropKeptName = ({ db }: Context, { bookingID, rightID }: { bookingID: string; rightID: string | null }) =>
  db
    .update(rightHolders)
    .set({ name: null, nameKeptAt: null })
    .where(
      and(
        eq(rightHolders.rightID, sql`${rightID}`),
        eq(rightHolders.bookingID, bookingID),
        isNotNull(rightHolders.nameKeptAt),
      ),
    )

/** A sentence for the history and the holders, without numbers and addresses, because others read it too. */
export const describeCorrected = (before = '', name = '') =>
  name === before
    ? `Number or address of the holder ${name} is corrected.`
    : `The holder ${before || somebody} is ${name || somebody}.`

export const somebody = 'Somebody whose name is not recorded'
