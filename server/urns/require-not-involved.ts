import { hasThreeStaff } from '#server/accounts/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'

/** Nobody settles what they caused or took part in, unless the house has only two people who could settle it. */
export async function requireNotInvolved(context: SignedInContext, people: readonly (string | null)[]) {
  if (people.includes(context.actor.userID) && (await hasThreeStaff(context))) throw new AppError('SETTLED_BY_ANOTHER')
}
