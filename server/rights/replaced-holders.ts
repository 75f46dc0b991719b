import type { Context } from '#server/core/context.ts'
import type { Vault } from '#server/core/vault.ts'
import { endAgreementsOf } from './agreement-queries.ts'
import { type HolderRow, listHolders } from './holders.ts'

/**
 * What a holder was asked and has agreed to ends once somebody else stands there, or nobody: the letter went to whoever was there before.
 * Call it after the change, with the holders before it. Returns a sentence if anything has ended.
 */
export async function endAskingOfReplaced(
  { db, vault, clock }: Context,
  rightID: string,
  before: readonly HolderRow[],
): Promise<string> {
  const after = await listHolders(db, rightID)
  const replaced = before.filter((holder) => !after.some((each) => isSamePerson(vault, holder, each)))
  const holderIDs = replaced.map(({ holder }) => holder.holderID)
  const hasEnded = await endAgreementsOf(db, holderIDs, clock())
  return hasEnded ? ' What this holder was asked about urns has ended, and no answer to it counts.' : ''
}

/** A number that is recorded for the first time replaces nobody. */
function isSamePerson(vault: Vault, before: HolderRow, after: HolderRow) {
  const [numberBefore, numberAfter] = [before, after].map(({ holder }) => holder.nricSealed)
  return (
    before.holder.holderID === after.holder.holderID &&
    before.name === after.name &&
    before.email === after.email &&
    before.account?.userID === after.account?.userID &&
    (!numberBefore || (numberAfter && vault.openText(numberBefore) === vault.openText(numberAfter)))
  )
}
