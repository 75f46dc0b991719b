import { hasThreeStaff } from '#server/accounts/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'

/** Refuses to let people settle what they took part in, unless the house has fewer than three who could. */
export async function requireNotInvolved(context: SignedInContext, people: readonly (string | null)[]) {
  if (people.includes(context.actor.userID) && (await hasThreeStaff(context))) throw new AppError('SETTLED_BY_ANOTHER')
}
