import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { checkPassword } from './check-password.ts'
import { findUser } from './queries.ts'

/** For what a stolen session must not be enough for. Wrong passwords count like those of a log-in. */
export async function confirmPassword(context: SignedInContext, password: string) {
  const user = await findUser(context.db, context.actor.userID)
  if (!user) throw new AppError('NOT_SIGNED_IN')
  if (!(await checkPassword(context, user.email, user, password)))
    throw new AppError('INVALID', { errors: { password: 'Your password is not correct.' } })
}
