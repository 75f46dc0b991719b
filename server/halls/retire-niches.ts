import type { z } from 'zod'
import type { RetireForm } from '#contract/halls/api.ts'
import { record } from '#server/audit/actions.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import { getNiche, setNicheStatus } from '#server/niches/actions.ts'

/** A niche is never deleted. All are retired or none; the message names one that is not free. */
export const retireNiches = (context: SignedInContext, { nicheIDs, reason }: z.output<typeof RetireForm>) =>
  inTransaction(context, async (context) => {
    for (const nicheID of [...new Set(nicheIDs)].sort()) {
      const moved = await setNicheStatus(context, nicheID, {
        to: 'Blocked',
        onlyFrom: 'Available',
        reason: `Retired: ${reason}`,
      })
      if (!moved) throw await notFree(context, nicheID)
      await record(context, 'niche.retired', nicheID, { nicheCode: moved.niche.nicheCode, reason })
    }
    return { niches: new Set(nicheIDs).size }
  })

async function notFree(context: Context, nicheID: string) {
  const { nicheCode, status } = await getNiche(context, nicheID)
  return new AppError('NICHES_NOT_FREE', { why: `Niche ${nicheCode} is ${status}.` })
}
