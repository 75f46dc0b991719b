import { hasThreeStaff } from '#server/accounts/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'

/** What somebody has caused, or given one side of, somebody else settles, unless the house has only two who could. */
export async function requireNotInvolved({ db, actor }: SignedInContext, people: readonly (string | null)[]) {
  if (people.includes(actor.userID) && (await hasThreeStaff(db))) throw new AppError('SETTLED_BY_ANOTHER')
}
