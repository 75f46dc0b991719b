import type { Context } from '#server/core/context.ts'
import { actsOfDomains } from './registered-acts.ts'
import { endRequestsOf } from './requests.ts'

/**
 * Ends everything that this person has begun alone, when the account is suspended, demoted or closed. Call it in that transaction, with
 * the account locked for update: a second confirmation waits for that lock and is refused then.
 */
export async function endBegunBy(context: Context, userID: string, why: string) {
  await endRequestsOf(context, userID)
  for (const end of actsOfDomains().endings) await end(context, userID, why)
}
