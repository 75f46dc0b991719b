import { toDay } from '#contract/dates.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { moveRights } from './move-rights.ts'
import { lockEnded } from './queries.ts'

const atOnce = 500

/** Notes which rights have ended. Nothing else follows: no niche becomes free, and no urn moves. */
export const endTerms = (context: Context): Promise<boolean> =>
  inTransaction(context, async (context) => {
    const ended = await lockEnded(context.db, toDay(context.clock()), atOnce)
    await moveRights(context, 'end', ended)
    return ended.length === atOnce
  })
