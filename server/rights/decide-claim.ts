import { and, eq, inArray } from 'drizzle-orm'
import { describeClaim } from '#contract/rights/claim.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { rightHolders } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { listTodaysPrices } from '#server/prices/public.ts'
import { type AskedAct, guard } from '#server/second-person/public.ts'
import { type ClaimRow, isFeeCharged } from './claim-queries.ts'
import { endClaim, type LockedClaim, lockClaim, requireLiving, stillHolds } from './claims.ts'
import { guardianOf, type HolderRow, hasDied, listHolders } from './holders.ts'
import { moveRights } from './move-rights.ts'
import { listParties, requireNoParty } from './parties.ts'
import { listMovesOf } from './queries.ts'
import { openClaimant } from './read-claims.ts'
import { endAskingOfReplaced } from './replaced-holders.ts'
import { tellHolders } from './tell-holders.ts'
import { canBeWrittenTo } from './write-about-claims.ts'

/** Two people decide who follows a holder, neither of them a party. */
export async function decideClaim(
  context: SignedInContext,
  { claimID, isFor, reason }: { claimID: string; isFor: boolean; reason: string },
) {
  const locked = await lockClaim(context, claimID)
  const participants = await listParties(context, locked.right.rightID, [locked.claim])
  const outcome = isFor ? ['It passes on.', ...describeClaimant(context, locked.claim)] : ['It does not pass on.']
  const what = [`Right ${formatRightNumber(locked.number)}.`, describeClaim(locked), ...outcome].join(' ')
  await guard(context, 'decideClaim', claimID, { what: () => what, details: { isFor, participants }, reason }, decide)
}

/** The second person compares these with the papers. What is asked about urns goes to these addresses later. */
function describeClaimant(context: SignedInContext, claim: ClaimRow): string[] {
  const { identityEnding, address, email } = openClaimant(context.vault, claim)
  const guardian = guardianOf(context, claim)
  const sentences = [
    identityEnding && `The identity number ends in ${identityEnding}.`,
    address && `The address is ${address}.`,
    email && `The email address is ${email}.`,
    guardian && `${guardian} acts for them.`,
  ]
  return sentences.filter((sentence) => sentence !== '')
}

/** What happens when a second person confirms it. */
export async function decide(context: SignedInContext, { subject, details, reason, askedByID }: AskedAct) {
  const locked = await lockClaim(context, subject)
  const { right, claim, leaving } = locked
  await requireNoParty(context, right.rightID, { claims: [claim], people: [askedByID] })
  const event = details.isFor ? 'decideFor' : 'decideAgainst'
  await endClaim(context, locked, event, reason)
  const words = `${describeClaim(locked)} ${reason}`
  if (event === 'decideAgainst') return moveRights(context, 'endClaim', [right], { reason: words })
  const holders = await listHolders(context, right.rightID)
  const leavers = holders.filter(({ holder }) => leaving.some(({ holderID }) => holderID === holder.holderID))
  if (claim.kind === 'transfer') requireLiving(holders)
  else await requireNotTakenBack(context, locked, leavers)
  await requireFee(context, locked)
  const holderID = await replaceHolders(context, locked, holders)
  const { set } = await endAskingOfReplaced(context, right, holders)
  await moveRights(context, 'passOn', [right], { reason: words, set })
  await tellHolders(context, {
    right,
    before: holders.filter((holder) => canBeWrittenTo(locked, holder)),
    mayLive: (holder) => canBeWrittenTo(locked, holder),
    words: `${describeClaim(locked)} It has passed on. Our reason: ${reason}`,
    askedByID,
    /** Whoever has asked reads it in the letter about the claim. */
    knows: ({ holder, email }) => holder.holderID === holderID || (email !== null && email === claim.email),
    once: `claim:${claim.claimID}`,
  })
}

/** A death that was taken back since somebody asked may be the one that the claim is about. */
async function requireNotTakenBack(
  { db }: SignedInContext,
  { claim, right }: LockedClaim,
  leavers: readonly HolderRow[],
) {
  const moves = await listMovesOf(db, right.rightID)
  const isTakenBack = moves.some(({ event, at }) => event === 'retractDeath' && at > claim.askedAt)
  if (!isTakenBack || leavers.every(hasDied)) return
  throw new AppError('CLAIM_NOT_DECIDABLE', {
    why: 'Since this was asked, it was recorded that a holder has not died. Please record first that whoever is followed has died, or decide against it.',
  })
}

/** The price list says what a transfer costs. A clerk charges it, or waives it, before it is decided. */
async function requireFee(context: SignedInContext, { claim, right }: LockedClaim) {
  if (claim.kind !== 'transfer') return
  const hasFee = (await listTodaysPrices(context)).some(({ kind }) => kind === 'transfer')
  if (!hasFee || (await isFeeCharged(context.db, right.rightID, claim.askedAt))) return
  throw new AppError('CLAIM_NOT_DECIDABLE', {
    why: 'The price list has a fee for a transfer. Please charge it on the page of the person first.',
  })
}

/** The claimant follows those who leave. Whoever has left or been replaced by somebody else since the claim cannot be followed. */
async function replaceHolders(
  { db, vault, clock }: SignedInContext,
  { claim, leaving, right }: LockedClaim,
  holders: readonly HolderRow[],
) {
  const { name, nricSealed, addressSealed, email, bornOn, guardian } = claim
  const emailSealed = email ? vault.seal(email) : null
  const holderIDs = leaving.map(({ holderID }) => holderID)
  if (!leaving.every((named) => stillHolds(holders, named)))
    throw new AppError('CLAIM_NOT_DECIDABLE', { why: 'Somebody named in this claim no longer holds the right.' })
  await db
    .delete(rightHolders)
    .where(and(eq(rightHolders.rightID, right.rightID), inArray(rightHolders.holderID, holderIDs)))
  const person = { name, nricSealed, addressSealed, emailSealed, bornOn, guardian }
  const follower = { ...person, rightID: right.rightID, addedAt: clock() }
  const [added] = await db.insert(rightHolders).values(follower).returning({ holderID: rightHolders.holderID })
  return added?.holderID
}
