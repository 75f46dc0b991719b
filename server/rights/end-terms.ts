import { toDay } from '#contract/dates.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { deleteSteps, lockEnded } from './end-queries.ts'
import { moveRights } from './move-rights.ts'

const atOnce = 500

/**
 * Notes which rights have ended. Nothing else follows: no niche becomes free, and no urn moves. What was recorded after an earlier end of a
 * right that was extended since does not count; its history keeps it.
 */
export const endTerms = (context: Context): Promise<boolean> =>
  inTransaction(context, async (context) => {
    const ended = await lockEnded(context.db, toDay(context.clock()), atOnce)
    if (ended.length === 0) return false
    const set = { heardAt: null, nextStepOn: null, urnsAskedAt: null, clearedTo: null }
    await moveRights(context, 'end', ended, { set })
    await deleteSteps(
      context.db,
      ended.map(({ rightID }) => rightID),
    )
    return ended.length === atOnce
  })
