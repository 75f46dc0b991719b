import { hasThreeStaff } from '#server/accounts/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'

/** Refuses people who caused it or took part in it, unless the house has only two who could settle it. */
export async function requireNotInvolved(context: SignedInContext, people: readonly (string | null)[]) {
  if (people.includes(context.actor.userID) && (await hasThreeStaff(context))) throw new AppError('SETTLED_BY_ANOTHER')
}
