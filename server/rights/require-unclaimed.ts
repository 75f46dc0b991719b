import type { Context } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { isClaimed } from './claim-queries.ts'
import { hasDied, listHolders } from './holders.ts'
import type { RightRow } from './queries.ts'

/** Refuses while somebody asks to follow a holder or to take over from one. The caller has locked the right. */
export async function requireUnclaimed({ db }: Pick<Context, 'db'>, rightID: string) {
  if (await isClaimed(db, rightID)) throw new AppError('CLAIM_OPEN')
}

/** Refuses to give up a right while somebody asks for it, or once all of its holders have died. After its end the house's steps lead on instead. */
export async function requireSurrenderable(context: Pick<Context, 'db' | 'vault'>, { rightID, state }: RightRow) {
  await requireUnclaimed(context, rightID)
  const holders = await listHolders(context, rightID)
  if (state === 'living' && holders.length > 0 && holders.every(hasDied)) throw new AppError('NOT_SURRENDERABLE')
}
