import { dayMs } from '#contract/dates.ts'
import { listStartedPayments } from '#server/charges/public.ts'
import type { Context } from '#server/core/context.ts'
import { applyIntent } from './apply-intent.ts'

const startedWithinMs = 2 * dayMs
const mostAtOnce = 20

/**
 * Run by a background job: asks about card payments of charges that were started lately. They have no hold whose end would ask, and a
 * server of the previous version does not apply them.
 */
export async function checkStartedPayments(context: Context) {
  const since = new Date(context.clock().getTime() - startedWithinMs)
  for (const { intentID } of await listStartedPayments(context.db, since, mostAtOnce))
    await applyIntent(context, intentID).catch((error: unknown) =>
      context.log.warn({ err: error, intentID }, 'could not check a card payment of charges'),
    )
}
