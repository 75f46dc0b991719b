import type { NicheOverride } from '#contract/niches/api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { setNicheStatus } from '#server/niches/public.ts'
import { findUrnIn } from './placed-urn.ts'
import { listPeopleIn } from './places.ts'

/** An override takes effect also if a booking still holds the niche, with a warning. But no niche with an urn in it becomes available. */
export async function overrideNiche(context: SignedInContext, { nicheID, newStatus, reason }: NicheOverride) {
  return inTransaction(context, async (context) => {
    if (newStatus === 'Available') await requireNoUrnIn(context, nicheID)
    const moved = await setNicheStatus(context, nicheID, { to: newStatus, reason })
    if (!moved) throw new AppError('NOT_FOUND')
    const { niche, from } = moved
    await record(context, 'niche.overridden', nicheID, { nicheCode: niche.nicheCode, from, to: newStatus, reason })
    const holders = (await listPeopleIn(context.db, nicheID)).map(({ bookingID }) => bookingID)
    return { niche, ...(holders.length > 0 && { warning: overrideWarning(niche, holders) }) }
  })
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
