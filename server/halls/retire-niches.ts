import type { z } from 'zod'
import { RetireForm } from '#contract/halls/api.ts'
import { recordEach } from '#server/audit/public.ts'
import { findBookedNiche } from '#server/bookings/public.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { findBlocksOf, getNiche, haveOldUrns, setNicheStatuses } from '#server/niches/public.ts'
import { type AskedAct, guard } from '#server/second-person/public.ts'

/** In a block into which a register brought urns, only two admins retire niches. */
export const retireNiches = (context: SignedInContext, sent: z.output<typeof RetireForm>) =>
  guard(
    context,
    'retireNiches',
    sent.nicheIDs,
    {
      what: async (context) => `${await describeNiches(context, sent.nicheIDs)} retired: ${sent.reason}.`,
      details: sent,
      isNeeded: async ({ db }) => haveOldUrns(db, await findBlocksOf(db, sent.nicheIDs)),
    },
    retireAll,
  )

async function describeNiches(context: Context, nicheIDs: readonly string[]) {
  const [first = ''] = nicheIDs
  const { nicheCode } = await getNiche(context, first)
  return nicheIDs.length === 1 ? `Niche ${nicheCode} is` : `${nicheIDs.length} niches, such as ${nicheCode}, are`
}

/** All are retired or none; the message names one that is not free. After an override, a free niche can still have a booking. */
export async function retireAll(context: SignedInContext, { details }: Pick<AskedAct, 'details'>) {
  const { nicheIDs, reason } = RetireForm.parse(details)
  const wanted = [...new Set(nicheIDs.map((id) => id.toLowerCase()))].sort()
  const retired = await setNicheStatuses(context, wanted, {
    from: 'Available',
    to: 'Blocked',
    reason: `Retired: ${reason}`,
  })
  const retiredIDs = new Set(retired.map(({ nicheID }) => nicheID))
  const refused = wanted.find((nicheID) => !retiredIDs.has(nicheID))
  if (refused !== undefined) throw await notFree(context, refused)
  const booked = await findBookedNiche(context.db, wanted)
  if (booked)
    throw new AppError('NICHES_NOT_FREE', { why: `Booking ${booked.bookingID} holds niche ${booked.nicheCode}.` })
  await recordEach(
    context,
    'niche.retired',
    retired.map(({ nicheID, nicheCode }) => ({ subject: nicheID, details: { nicheCode, reason } })),
  )
  return { niches: retired.length }
}

async function notFree(context: Context, nicheID: string) {
  const { nicheCode, status } = await getNiche(context, nicheID)
  return new AppError('NICHES_NOT_FREE', { why: `Niche ${nicheCode} is ${status}.` })
}
