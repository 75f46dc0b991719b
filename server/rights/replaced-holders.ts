import { inArray } from 'drizzle-orm'
import type { Context } from '#server/core/context.ts'
import type { Vault } from '#server/core/vault.ts'
import { isSameName } from '#server/database/same-name.ts'
import { rightHolders } from '#server/database/schema.ts'
import { type Db, hasRows } from '#server/ports/database.ts'
import { stepsGoOn } from './after-end.ts'
import { endAgreementsOf } from './agreement-queries.ts'
import { type HolderRow, listHolders, noDeath } from './holders.ts'
import { deleteUnpostedTo } from './letter-queries.ts'
import type { ChangedTerm, RightRow } from './queries.ts'

interface Replaced {
  /** What has ended as sentences, or nothing. */
  words: string
  /** Somebody holds the right who did not before, or no longer does. */
  areOthers: boolean
  /** What the move of the right changes, too. */
  set: ChangedTerm
}

/**
 * What a holder was asked and has agreed to ends once somebody else stands there, or nobody: the letter went to whoever was there before.
 * A recorded death was theirs, too, and letters that were dropped because of it are not posted to whoever follows. After the end of the
 * right, a new holder was not silent, so its niche is not cleared any more. Call it after the change, with the holders before it.
 */
export async function endAskingOfReplaced(
  context: Context,
  right: Pick<RightRow, 'rightID' | 'state' | 'endsOn'>,
  before: readonly HolderRow[],
): Promise<Replaced> {
  const { db, vault, clock } = context
  const after = await listHolders(context, right.rightID)
  const replaced = before.filter((holder) => !after.some((each) => isUnchanged(vault, holder, each)))
  const holderIDs = replaced.map(({ holder }) => holder.holderID)
  const hasEnded = await endAgreementsOf(db, holderIDs, clock())
  const gone = replaced.filter((holder) => !after.some((each) => isCorrected(vault, holder, each)))
  const hasCleared = await endDeathsOf(db, gone)
  const isNew = after.some((each) => !before.some((holder) => isCorrected(vault, holder, each)))
  return {
    words:
      (hasEnded ? ' What this holder was asked about urns has ended, and no answer to it counts.' : '') +
      (hasCleared ? ' It is no longer recorded that this holder has died, because that was somebody else.' : ''),
    areOthers: isNew || gone.length > 0,
    set: isNew && right.state === 'ended' ? await stepsGoOn(context, right) : {},
  }
}

/** Returns whether somebody else stands now where a death was recorded. */
async function endDeathsOf(db: Db, gone: readonly HolderRow[]): Promise<boolean> {
  const dead = gone.flatMap(({ holder }) =>
    holder.deathRecordedAt ? [{ ...holder, diedAt: holder.deathRecordedAt }] : [],
  )
  for (const holder of dead) await deleteUnpostedTo(db, holder, holder.diedAt)
  const holderIDs = dead.map(({ holderID }) => holderID)
  return db
    .update(rightHolders)
    .set(noDeath)
    .where(inArray(rightHolders.holderID, holderIDs))
    .returning({ holderID: rightHolders.holderID })
    .then(hasRows)
}

const isUnchanged = (vault: Vault, before: HolderRow, after: HolderRow) =>
  isSameHolder(vault, before, after) && before.name === after.name && before.email === after.email

/** The name may be spelt otherwise. */
const isCorrected = (vault: Vault, before: HolderRow, after: HolderRow) =>
  isSameHolder(vault, before, after) && (before.name === after.name || isSameName(before.name, after.name))

/** A number that is recorded for the first time replaces nobody. */
function isSameHolder(vault: Vault, before: HolderRow, after: HolderRow) {
  const [numberBefore, numberAfter] = [before, after].map(({ holder }) => holder.nricSealed)
  return (
    before.holder.holderID === after.holder.holderID &&
    before.account?.userID === after.account?.userID &&
    (!numberBefore || (numberAfter && vault.openText(numberBefore) === vault.openText(numberAfter)))
  )
}
