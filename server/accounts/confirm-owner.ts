import type { FastifyReply } from 'fastify'
import type { OwnerProof } from '#contract/accounts/second-factor.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { checkPassword } from './check-password.ts'
import { findUser } from './queries.ts'
import { confirmSecondFactor } from './sign-in.ts'

/** Asks for a proof beyond the open session. Wrong passwords and codes count like those of a sign-in. Call it before the transaction. */
export async function confirmOwner(
  context: SignedInContext,
  { password, ...factor }: OwnerProof,
  accepts: 'any' | 'factor',
  reply: FastifyReply,
) {
  if (factor.token || factor.recoveryCode || factor.passkey) return confirmSecondFactor(context, factor, reply)
  if (accepts === 'factor') throw new AppError('FACTOR_NEEDED', { errors: { token: 'Please enter a code.' } })
  if (!password) throw proofNeeded()
  const user = await findUser(context.db, context.actor.userID)
  if (!user) throw new AppError('NOT_SIGNED_IN')
  if (!(await checkPassword(context, user.email, user, password)))
    throw new AppError('PASSWORD_WRONG', { errors: { password: 'Your password is not correct.' } })
}

export const proofNeeded = () => new AppError('PROOF_NEEDED', { errors: { password: 'Please enter your password.' } })
