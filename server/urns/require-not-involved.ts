import { hasThreeStaff } from '#server/accounts/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'

/** Nobody settles what they caused or took part in, unless the house has only two people who could settle it. */
export async function requireNotInvolved({ db, actor }: SignedInContext, people: readonly (string | null)[]) {
  if (people.includes(actor.userID) && (await hasThreeStaff(db))) throw new AppError('SETTLED_BY_ANOTHER')
}
