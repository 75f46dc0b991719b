import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { addDays, toDay } from '#contract/dates.ts'
import { type Claim, type ClaimForm, type Consent, consentsTo, describeClaim } from '#contract/rights/claim.ts'
import { type ClaimEvent, type ClaimState, claimStateAfter, explainClaim } from '#contract/rights/decide-claim.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { isSameName } from '#server/database/same-name.ts'
import { rightClaimHolders, rightClaims } from '#server/database/schema.ts'
import { readClaimDays } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import { listBlockedRights } from './blocks.ts'
import { type ClaimRow, findClaim, listLeaving, withLetters } from './claim-queries.ts'
import { type HolderRow, hasDied, listHolders, requireSeen } from './holders.ts'
import { type LockedRight, lockChangeable, lockRightByID } from './lock-right.ts'
import { moveRights } from './move-rights.ts'
import { somebody } from './name-holders.ts'
import { requireNoParty } from './parties.ts'
import { tellHolders } from './tell-holders.ts'
import { writeAboutClaim } from './write-about-claims.ts'

/** Records that somebody asks, and writes to all holders and to contacts. How many days they can object is fixed from now on. */
export const askClaim = (
  context: SignedInContext,
  { number, holderIDs, holderNames, nric, address, ...sent }: ClaimForm,
) =>
  inTransaction(context, async (context) => {
    const { db, vault, clock } = context
    const { right, holders } = await lockChangeable(context, number)
    const leaving = holders.filter(({ holder }) => holderIDs.includes(holder.holderID))
    if (leaving.length !== new Set(holderIDs).size) throw new AppError('NOT_FOUND')
    for (const each of leaving) requireSeen(each, holderNames[holderIDs.indexOf(each.holder.holderID)])
    if (sent.kind === 'transfer') requireLiving(holders)
    const claim: ClaimRow = {
      ...sent,
      claimID: randomUUID(),
      rightID: right.rightID,
      state: 'asked',
      nricSealed: nric ? vault.seal(nric) : null,
      addressSealed: address ? vault.seal(address) : null,
      email: sent.email || null,
      bornOn: sent.bornOn || null,
      agreed: [],
      askedAt: clock(),
      objectUntil: addDays(toDay(clock()), await readClaimDays(context)),
      endedAt: null,
      reason: null,
    }
    await requireNoParty(context, right.rightID, { claims: [claim] })
    await db.insert(rightClaims).values(claim)
    const rows = leaving.map(({ holder: { holderID }, name }) => ({ claimID: claim.claimID, holderID, name }))
    await db.insert(rightClaimHolders).values(rows)
    await moveRights(context, 'claim', [right], { reason: describeClaim({ ...claim, leaving: rows }) })
    await writeAboutClaim(context, { claim, leaving: rows, number: right.number, nicheCode: right.nicheCode }, 'asked')
  })

/** A holder who hands over, or who stays and will decide with the claimant, agrees. All holders read it. */
export const recordConsent = (
  context: SignedInContext,
  { claimID, holderID, consent }: { claimID: string; holderID: number; consent: string },
) =>
  inTransaction(context, async (context) => {
    const locked = await lockClaim(context, claimID)
    await requireNoParty(context, locked.right.rightID, { claims: [locked.claim] })
    requireNext(context, locked, 'consent')
    const holder = locked.consents.find((each) => each.holderID === holderID)
    if (!holder || holder.consent) throw new AppError('NOT_FOUND')
    const { right, leaving, claim } = locked
    const holders = await listHolders(context, right.rightID)
    requireLiving(holders.filter((each) => each.holder.holderID === holderID))
    const leaves = leaving.some((each) => each.holderID === holderID)
    const words = `${holder.name} agrees ${leaves ? 'to hand over the right' : 'that the right is handed over'}. ${consent}`
    await moveRights(context, 'consent', [right], { reason: words })
    if (leaves)
      await context.db
        .update(rightClaimHolders)
        .set({ consent })
        .where(and(eq(rightClaimHolders.claimID, claimID), eq(rightClaimHolders.holderID, holderID)))
    else {
      const others = claim.agreed.filter((each) => each.holderID !== holderID)
      const agreed = [...others, { holderID, name: holder.name, consent }]
      await context.db.update(rightClaims).set({ agreed }).where(eq(rightClaims.claimID, claimID))
    }
    await tellHolders(context, { right, before: holders, words })
  })

/** A holder who has died neither hands the right over nor agrees to that. One clerk records a death, so it takes nobody's place. */
export function requireLiving(holders: readonly HolderRow[]) {
  const dead = holders.find(hasDied)
  if (!dead) return
  const why = `${dead.name || somebody} has died, as we have recorded, and cannot agree. Somebody has to follow them first. If nobody does, two people remove them as a holder while no claim is open.`
  throw new AppError('CLAIM_NOT_DECIDABLE', { why })
}

export const withdrawClaim = (context: SignedInContext, { claimID, reason }: { claimID: string; reason: string }) =>
  inTransaction(context, async (context) => {
    const locked = await lockClaim(context, claimID)
    await requireNoParty(context, locked.right.rightID, { claims: [locked.claim] })
    await endClaim(context, locked, 'withdraw', reason)
    await moveRights(context, 'endClaim', [locked.right], {
      reason: `${locked.name} has withdrawn the claim. ${reason}`,
    })
  })

/** Ends the claim and writes about it. Whoever changes the holders does so after this. */
export async function endClaim(context: SignedInContext, locked: LockedClaim, event: ClaimEvent, reason: string) {
  const state = requireNext(context, locked, event)
  const ended = { state, reason, endedAt: context.clock() }
  const { claimID } = locked.claim
  await context.db.update(rightClaims).set(ended).where(eq(rightClaims.claimID, claimID))
  await writeAboutClaim(context, { ...locked, claim: { ...locked.claim, ...ended } }, state)
}

function requireNext({ actor }: SignedInContext, { facts, waiting }: LockedClaim, event: ClaimEvent) {
  const next = claimStateAfter(facts, event, actor.role)
  if (next) return next
  const why = explainClaim(facts, event === 'decideFor', waiting)
  throw new AppError('CLAIM_NOT_DECIDABLE', { why: why ?? 'This was recorded already.' })
}

/** Whether somebody whom a claim or a consent names still holds the right. The name may be spelt otherwise. */
export const stillHolds = (holders: readonly HolderRow[], { holderID, name }: Pick<Consent, 'holderID' | 'name'>) =>
  holders.some((each) => each.holder.holderID === holderID && (each.name === name || isSameName(each.name, name)))

/** The consents of holders who stay, without those for whom somebody else stands there since. Of a claim that has ended, as they were. */
export const listAgreed = ({ state, agreed }: ClaimRow, holders: readonly HolderRow[]) =>
  state === 'asked' ? agreed.filter((consent) => stillHolds(holders, consent)) : agreed

export interface LockedClaim extends Pick<Claim, 'name' | 'kind'> {
  claim: ClaimRow
  leaving: Awaited<ReturnType<typeof listLeaving>>
  consents: ReturnType<typeof consentsTo>
  right: LockedRight
  number: number
  nicheCode: string
  facts: ClaimState
  waiting: Pick<Claim, 'objectUntil' | 'unposted'>
}

/** Locks the right and reads the claim after that, with everything that decides about it. */
export async function lockClaim(context: SignedInContext, claimID: string): Promise<LockedClaim> {
  const { db, clock } = context
  const found = await findClaim(db, claimID)
  const right = found && (await lockRightByID(context, found.rightID))
  const claim = right && (await findClaim(db, claimID))
  if (!claim) throw new AppError('NOT_FOUND')
  const leaving = await listLeaving(db, [claimID])
  const { number, nicheCode } = right
  const holders = await listHolders(context, right.rightID)
  const named = holders.map(({ holder: { holderID }, name }) => ({ holderID, name }))
  const consents = consentsTo({ ...claim, agreed: listAgreed(claim, holders), leaving }, named)
  const today = toDay(clock())
  const [waiting = { ...claim, unposted: 0 }] = await withLetters(db, [claim], today)
  const facts = {
    state: claim.state,
    waited: today > waiting.objectUntil,
    blocked: (await listBlockedRights(db, [right.rightID])).size > 0,
    consented: consents.every(({ consent }) => consent),
    surrendered: right.state === 'surrendered',
  }
  return { claim, name: claim.name, kind: claim.kind, leaving, consents, right, number, nicheCode, facts, waiting }
}
