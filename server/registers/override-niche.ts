import type { NicheOverride } from '#contract/niches/api.ts'
import type { Niche, NicheStatus } from '#contract/niches/niche.ts'
import { record } from '#server/audit/public.ts'
import { listPeopleIn } from '#server/bookings/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { getNiche, hadUndoneUrn, lockNiches, setNicheStatus } from '#server/niches/public.ts'
import { requireNotWaiting } from '#server/rights/public.ts'
import { type AskedAct, guard } from '#server/second-person/public.ts'
import { findUrnIn } from '#server/urns/public.ts'
import { enterMarkedUrns, withdrawMarkedUrn } from './marked-urns.ts'

/**
 * An override takes effect also if a booking still holds the niche, with a warning. But no niche with an urn in it becomes available, and
 * one where an undone import had an urn only if a second admin confirms it. Blocking one is never delayed. It is here, among the registers,
 * because a niche that is overridden to Occupied is a register of one line: nobody knows the name, but there is an urn.
 */
export async function overrideNiche(context: SignedInContext, { nicheID, newStatus, reason }: NicheOverride) {
  if (newStatus !== 'Available')
    return inTransaction(context, (context) => setByHand(context, nicheID, newStatus, reason))
  const what = async (context: SignedInContext) =>
    `Niche ${(await getNiche(context, nicheID)).nicheCode} becomes available. A register that was undone had an urn in it.`
  const isNeeded = ({ db }: SignedInContext) => hadUndoneUrn(db, nicheID)
  return guard(context, 'freeNiche', nicheID, { what, reason, isNeeded }, freeNiche)
}

export const freeNiche = (context: SignedInContext, { subject: nicheID, reason }: AskedAct) =>
  setByHand(context, nicheID, 'Available', reason)

async function setByHand(context: SignedInContext, nicheID: string, newStatus: NicheStatus, reason: string) {
  await lockNiches(context.db, [nicheID])
  await withdrawMarkedUrn(context, nicheID, newStatus)
  if (newStatus === 'Available') {
    await requireNoUrnIn(context, nicheID)
    await requireNotWaiting(context, nicheID)
  }
  const moved = await setNicheStatus(context, nicheID, { to: newStatus, reason })
  if (!moved) throw new AppError('NOT_FOUND')
  const { niche, from } = moved
  await record(context, 'niche.overridden', nicheID, { nicheCode: niche.nicheCode, from, to: newStatus, reason })
  const holders = (await listPeopleIn(context.db, nicheID)).map(({ bookingID }) => bookingID)
  if (newStatus === 'Occupied' && holders.length === 0) await enterMarkedUrns(context, [niche])
  return { niche, ...(holders.length > 0 && { warning: overrideWarning(niche, holders) }) }
}

async function requireNoUrnIn({ db }: SignedInContext, nicheID: string) {
  const tag = await findUrnIn(db, nicheID)
  if (tag) throw new AppError('URN_IN_NICHE', { why: tag })
}

const overrideWarning = ({ nicheCode }: Niche, bookingIDs: string[]) => {
  const [last = '', ...earlier] = bookingIDs.toReversed()
  return earlier.length === 0
    ? `Booking ${last} still holds niche ${nicheCode}: nobody else can book it until that booking ends.`
    : `Bookings ${earlier.reverse().join(', ')} and ${last} still hold niche ${nicheCode}: nobody else can book it until they end.`
}
