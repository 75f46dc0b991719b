import type { z } from 'zod'
import type { RetireForm } from '#contract/halls/api.ts'
import { recordEach } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { getNiche, setNicheStatuses } from '#server/niches/public.ts'
import { findHeldNiche } from './queries.ts'

/** All are retired or none; the message names one that is not free. After an override, a free niche can still be held by a booking. */
export const retireNiches = (context: SignedInContext, { nicheIDs, reason }: z.output<typeof RetireForm>) =>
  inTransaction(context, async (context) => {
    const wanted = [...new Set(nicheIDs.map((id) => id.toLowerCase()))].sort()
    const retired = await setNicheStatuses(context, wanted, {
      from: 'Available',
      to: 'Blocked',
      reason: `Retired: ${reason}`,
    })
    const retiredIDs = new Set(retired.map(({ nicheID }) => nicheID))
    const refused = wanted.find((nicheID) => !retiredIDs.has(nicheID))
    if (refused !== undefined) throw await notFree(context, refused)
    const held = await findHeldNiche(context.db, wanted)
    if (held) throw new AppError('NICHES_NOT_FREE', { why: `Booking ${held.bookingID} holds niche ${held.nicheCode}.` })
    await recordEach(
      context,
      'niche.retired',
      retired.map(({ nicheID, nicheCode }) => ({ subject: nicheID, details: { nicheCode, reason } })),
    )
    return { niches: retired.length }
  })

async function notFree(context: Context, nicheID: string) {
  const { nicheCode, status } = await getNiche(context, nicheID)
  return new AppError('NICHES_NOT_FREE', { why: `Niche ${nicheCode} is ${status}.` })
}
