import { toDay } from '#contract/dates.ts'
import { isMinor } from '#contract/rights/claim.ts'
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
import { openReach } from './contacts.ts'
import { listHolders } from './holders.ts'

export interface Concerned {
  /** These claimants are parties too, besides those who ask for the right now. The same form names somebody who becomes a holder. */
  claims: readonly (Pick<ClaimRow, 'nricSealed' | 'email' | 'name'> & Partial<Pick<ClaimRow, 'bornOn' | 'guardian'>>)[]
  /** Others who have a part in it, besides the actor. */
  people?: readonly string[]
}

/**
 * The accounts of everybody whom a claim concerns: holders, all who ask for the right now, whoever acts for a child among them, and whoever
 * has objected. Staff with the name of a claimant, of a guardian, or of somebody of whom only the name is recorded count too, because nobody
 * has to enter a number or their own address.
 */
export async function listParties(
  context: SignedInContext,
  rightID: string,
  concerned: Concerned['claims'],
): Promise<string[]> {
  const { db, vault, clock } = context
  const claims = [...concerned, ...(await listClaims(db, [rightID], { openOnly: true }))]
  const holders = await listHolders(context, rightID)
  const sealed = [...holders.map(({ holder }) => holder.nricSealed), ...claims.map(({ nricSealed }) => nricSealed)]
  const hashes = sealed.flatMap((nric) => (nric ? vault.hashes(vault.openText(nric)) : []))
  const objections = await listObjections(db, rightID)
  const reached = [...claims, ...holders, ...objections.map((objection) => openReach(vault, objection))]
  const emails = reached.flatMap(({ email }) => email?.toLowerCase() || [])
  const objectors = objections.flatMap(({ objectorID }) => objectorID ?? [])
  const known = [...(await listAccountsOf(db, hashes, emails)), ...(await listAccountsWith(db, rightID))]
  const children = [...claims, ...holders.map(({ holder }) => holder)].filter(({ bornOn }) =>
    isMinor(bornOn ?? null, toDay(clock())),
  )
  const namesakes = await listNamesakes(db, [
    ...claims.map(({ name }) => name),
    ...holders.flatMap(({ holder, account, name }) => (holder.nricSealed || account ? [] : name)),
    ...objections.flatMap(({ objectorID, name }) => (objectorID ? [] : name)),
    ...children.flatMap(({ guardian }) => guardian ?? []),
  ])
  return [...new Set([...known, ...objectors, ...namesakes])]
}

const listNamesakes = async (db: SignedInContext['db'], names: readonly string[]) =>
  names.some(Boolean)
    ? (await listStaffNames(db)).flatMap((staff) =>
        names.some((name) => isSameName(name, staff.name)) ? [staff.userID] : [],
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
