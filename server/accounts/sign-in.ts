import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { accountApi } from '#contract/accounts/api.ts'
import type { OwnerProof, SecondFactor } from '#contract/accounts/second-factor.ts'
import { pathTo } from '#contract/pages.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { endSession, startSession } from '#server/http/sessions.ts'
import { clearThrottle, throttleAddress } from '#server/http/throttles.ts'
import { languageAtSignIn, setLanguageCookie } from './account-language.ts'
import { checkPassword } from './check-password.ts'
import { rememberDevice, setDeviceCookie, tellOfNewDevice } from './known-devices.ts'
import {
  claimSession,
  findUser,
  findUserByEmail,
  lockUser,
  noteFactorAgain,
  type UserRow,
  updateUser,
} from './queries.ts'
import { codeGuesses, perClientAddress } from './throttle-limits.ts'
import {
  consumePasskey,
  consumeRecoveryCode,
  consumeTotpCode,
  countCodeAttempt,
  wrongCodeError,
} from './two-factor-attempts.ts'

type BodyOf<E extends { body: z.ZodType }> = z.output<E['body']>

/** The first factor. An unknown email takes the same path and the same time as a wrong password. */
export async function login(context: Context, body: BodyOf<typeof accountApi.login>, reply: FastifyReply) {
  await throttleAddress(context, perClientAddress.login)
  await context.botCheck.confirm(body.recaptchaToken, 'login')
  const user = await findUserByEmail(context.db, body.email)
  if (!(await checkPassword(context, body.email, user, body.password)) || !user) {
    await record(context, 'login.failed', user?.userID ?? 'unknown')
    throw new AppError('BAD_CREDENTIALS')
  }
  return beginSession(context, user, reply)
}

async function beginSession(context: Context, { userID, passwordHash }: UserRow, reply: FastifyReply) {
  const stage = await inTransaction(context, async (context) => {
    const user = await lockUser(context.db, userID)
    /** The password may have been reset while it was being checked. */
    if (user?.passwordHash !== passwordHash) throw new AppError('BAD_CREDENTIALS')
    if (user.suspendedAt) throw new AppError('ACCOUNT_SUSPENDED')
    const stage = user.totpSealed ? 'password' : 'setup'
    await startSession(context, reply, userID, stage)
    return stage
  })
  const twoFARequired = stage === 'password'
  return {
    redirectTo: pathTo(twoFARequired ? 'loginTwoFactor' : 'setupTwoFactor'),
    twoFARequired,
    twoFASetupRequired: !twoFARequired,
  }
}

/** The second factor. Locks the account, so that a parallel reset either runs first or also ends this session. */
export async function verifyLogin(context: SignedInContext, sent: SecondFactor, reply: FastifyReply) {
  const { userID, sessionHash } = context.actor
  const tries = await countCodeAttempt(context, reply)
  const error = await inTransaction(context, async (context) => {
    const user = await lockUser(context.db, userID)
    const error = await consumeSecondFactor(context, user, sent)
    if (error) return error
    if (!(await claimSession(context.db, sessionHash))) throw new AppError('NOT_SIGNED_IN')
    const device = await rememberDevice(context, userID)
    const newSession = await startSession(context, reply, userID, 'full', device.deviceHash)
    setDeviceCookie(context, reply, device.token)
    if (user && device.isNew) await tellOfNewDevice(context, user, reply.request)
    const language = languageAtSignIn(reply, user)
    if (language) setLanguageCookie(context.config, reply, language)
    await updateUser(context.db, userID, { lastSignInAt: context.clock(), closingNoticeAt: null, language })
    await record({ ...context, actor: { ...context.actor, sessionHash: newSession } }, 'login', userID, factorOf(sent))
    return undefined
  })
  if (error) throw await wrongCodeError(context, reply, tries, error)
  await clearThrottle(context, codeGuesses(userID).key)
}

/** Used in a running session. Wrong codes count as when signing in, and end the session. A right one counts as a recent second factor. */
export async function confirmSecondFactor(context: SignedInContext, sent: SecondFactor, reply: FastifyReply) {
  const { userID, sessionHash } = context.actor
  const tries = await countCodeAttempt(context, reply)
  const error = await inTransaction(context, async (context) => {
    const error = await consumeSecondFactor(context, await lockUser(context.db, userID), sent)
    if (error) return error
    await noteFactorAgain(context.db, sessionHash, context.clock())
    await record(context, 'login.confirmed_again', userID, factorOf(sent))
    return undefined
  })
  if (error) throw await wrongCodeError(context, reply, tries, error, fieldOf(sent))
  await clearThrottle(context, codeGuesses(userID).key)
}

const consumeSecondFactor = (
  context: SignedInContext,
  user: UserRow | undefined,
  { token, recoveryCode, passkey }: SecondFactor,
) => {
  if (passkey) return consumePasskey(context, user, passkey)
  return recoveryCode ? consumeRecoveryCode(context, user, recoveryCode) : consumeTotpCode(context, user, token ?? '')
}

function fieldOf({ recoveryCode, passkey }: SecondFactor): keyof SecondFactor {
  if (passkey) return 'passkey'
  return recoveryCode ? 'recoveryCode' : 'token'
}

/** Details for the audit log, which has an entry of its own for a recovery code. */
const factorOf = ({ passkey }: SecondFactor) => (passkey ? { by: 'passkey' } : {})

export async function logout(context: SignedInContext, reply: FastifyReply) {
  await endSession(context, reply)
  await record(context, 'logout', context.actor.userID)
}

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
