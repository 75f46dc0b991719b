import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { accountApi } from '#contract/accounts/api.ts'
import { record } from '#server/audit/actions.ts'
import { type Context, inTransaction, type SignedIn } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import { endSession, startSession } from '#server/http/sessions.ts'
import { checkThrottle, clearThrottle, hit, throttleAddress } from '#server/http/throttles.ts'
import { codeWasWrong, countCodeTry, spendCode, spendRecoveryCode } from './code-tries.ts'
import { codeGuesses, passwordGuesses, perAddress } from './limits.ts'
import { inLane, passwordMatches } from './passwords.ts'
import { claimSession, findUserByEmail, lockUser, type UserRow } from './queries.ts'

type BodyOf<E extends { body: z.ZodType }> = z.output<E['body']>

/** The first factor. An unknown e-mail goes the same way as a wrong password, and takes as long. */
export async function login(context: Context, body: BodyOf<typeof accountApi.login>, reply: FastifyReply) {
  await throttleAddress(context, perAddress.login)
  await context.botCheck.confirm(body.recaptchaToken, 'login')
  const user = await findUserByEmail(context.db, body.email)
  if (!(await isPasswordOf(context, body.email, user, body.password)) || !user) {
    await record(context, 'login.failed', user?.userID ?? 'unknown')
    throw new AppError('BAD_CREDENTIALS')
  }
  await clearThrottle(context, passwordGuesses(context, body.email).key)
  return beginSession(context, user, reply)
}

/** Guesses stand in line, and are counted in it, so that many at once cannot slip past the count. */
export const isPasswordOf = (context: Context, email: string, user: UserRow | undefined, password: string) =>
  inLane(async () => {
    const guesses = passwordGuesses(context, email)
    await checkThrottle(context, guesses)
    const matches = await passwordMatches(user?.passwordHash, password)
    if (!matches) await hit(context, guesses)
    return matches
  })

async function beginSession(context: Context, { userID, passwordHash }: UserRow, reply: FastifyReply) {
  const stage = await inTransaction(context, async (context) => {
    const user = await lockUser(context.db, userID)
    /** The password may have been reset while this one was being compared. */
    if (user?.passwordHash !== passwordHash) throw new AppError('BAD_CREDENTIALS')
    const stage = user.totpSealed ? 'password' : 'setup'
    await startSession(context, reply, userID, stage)
    return stage
  })
  const twoFARequired = stage === 'password'
  return {
    success: true as const,
    redirectTo: twoFARequired ? '/login-2fa' : '/setup-2fa',
    twoFARequired,
    twoFASetupRequired: !twoFARequired,
  }
}

/** The second factor. The account is held meanwhile, so that a reset either comes before, or ends this session too. */
export async function verifyLogin(
  context: SignedIn,
  { token, recoveryCode }: BodyOf<typeof accountApi.verifyLogin>,
  reply: FastifyReply,
) {
  const { userID, sessionHash } = context.actor
  const tries = await countCodeTry(context, reply)
  const isRight = await inTransaction(context, async (context) => {
    const user = await lockUser(context.db, userID)
    const spent = recoveryCode ? spendRecoveryCode(context, user, recoveryCode) : spendCode(context, user, token ?? '')
    if (!(await spent)) return false
    if (!(await claimSession(context.db, sessionHash))) throw new AppError('NOT_SIGNED_IN')
    await startSession(context, reply, userID, 'full')
    await record(context, 'login', userID)
    return true
  })
  if (!isRight) throw await codeWasWrong(context, reply, tries)
  await clearThrottle(context, codeGuesses(userID).key)
  return { success: true as const }
}

export async function logout(context: SignedIn, reply: FastifyReply) {
  await endSession(context, reply)
  await record(context, 'logout', context.actor.userID)
  return { success: true as const }
}
