import type { SignedInContext } from '#server/core/context.ts'
import { isSameName } from '#server/database/same-name.ts'
import { AppError } from '#server/http/errors.ts'
import { findJudgeRefusal } from '#server/second-person/public.ts'
import { lockRightOf } from './blocks.ts'
import {
  type ClaimRow,
  listAccountsOf,
  listAccountsWith,
  listClaims,
  listObjections,
  listStaffNames,
} from './claim-queries.ts'
import { listHolders } from './holders.ts'

export interface Concerned {
  /** These claimants are parties too, besides those who ask for the right now. The same form names somebody who becomes a holder. */
  claims: readonly Pick<ClaimRow, 'nricSealed' | 'email' | 'name'>[]
  /** Others who have a part in it, besides the actor. */
  people?: readonly string[]
}

/**
 * The accounts of everybody whom a claim concerns: holders, all who ask for the right now, and whoever has objected. Staff with the name of a claimant count
 * too, because nobody has to enter a number or their own address.
 */
export async function listParties(
  context: SignedInContext,
  rightID: string,
  concerned: Concerned['claims'],
): Promise<string[]> {
  const { db, vault } = context
  const claims = [...concerned, ...(await listClaims(db, [rightID], { openOnly: true }))]
  const holders = await listHolders(context, rightID)
  const sealed = [...holders.map(({ holder }) => holder.nricSealed), ...claims.map(({ nricSealed }) => nricSealed)]
  const hashes = sealed.flatMap((nric) => (nric ? vault.hashes(vault.openText(nric)) : []))
  const emails = [...holders, ...claims].flatMap(({ email }) => email ?? [])
  const objectors = (await listObjections(db, rightID)).flatMap(({ objectorID }) => objectorID ?? [])
  const known = [...(await listAccountsOf(db, hashes, emails)), ...(await listAccountsWith(db, rightID))]
  return [...new Set([...known, ...objectors, ...(await listNamesakes(db, claims))])]
}

const listNamesakes = async (db: SignedInContext['db'], claims: Concerned['claims']) =>
  claims.some(({ name }) => name)
    ? (await listStaffNames(db)).flatMap(({ userID, name }) =>
        claims.some((claim) => isSameName(claim.name, name)) ? [userID] : [],
      )
    : []

/** Refuses whoever would take part in a decision about themselves, even where the house has nobody else to ask. */
export async function requireNoParty(context: SignedInContext, rightID: string, { claims, people = [] }: Concerned) {
  const parties = await listParties(context, rightID, claims)
  const isParty = [context.actor.userID, ...people].some((userID) => parties.includes(userID))
  if (isParty || (await findJudgeRefusal(context, 'decideClaim', parties))) throw new AppError('CLAIM_OF_OWN')
}

/** The same for a booking, for whoever decides about its money. Call it after locking booking and payment. */
export async function requireNoPartyTo(context: SignedInContext, bookingID: string, people: readonly string[]) {
  const right = await lockRightOf(context.db, bookingID)
  if (right) await requireNoParty(context, right.rightID, { claims: [], people })
}
