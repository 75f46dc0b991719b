import type { z } from 'zod'
import type { RetireForm } from '#contract/halls/api.ts'
import { record } from '#server/audit/actions.ts'
import { inTransaction, type SignedInContext } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import { setNicheStatus } from '#server/niches/actions.ts'

/** A niche is never deleted. All of them or none, so that the message can name the one that is not free. */
export const retireNiches = (context: SignedInContext, { nicheIDs, reason }: z.output<typeof RetireForm>) =>
  inTransaction(context, async (context) => {
    for (const nicheID of [...new Set(nicheIDs)].sort()) {
      const moved = await setNicheStatus(context, nicheID, {
        to: 'Blocked',
        onlyFrom: 'Available',
        reason: `Retired: ${reason}`,
      })
      if (!moved) throw new AppError('NICHES_NOT_FREE', { why: 'Please look at the selection again.' })
      await record(context, 'niche.retired', nicheID, { nicheCode: moved.niche.nicheCode, reason })
    }
    return { niches: new Set(nicheIDs).size }
  })
