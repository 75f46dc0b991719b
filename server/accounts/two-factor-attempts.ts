import type { FastifyReply } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { record } from '#server/audit/public.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { endSession } from '#server/http/sessions.ts'
import { throttleAttempt } from '#server/http/throttles.ts'
import { claimTotpStep, countAttempt, type UserRow } from './queries.ts'
import { recoveryHash } from './recovery-codes.ts'
import { codeGuesses, codesPerSession } from './throttle-limits.ts'
import * as recovery from './token-queries.ts'
import { matchingStep } from './totp.ts'

/** Counts the attempt before the code is checked, so that parallel attempts cannot exceed the limit. */
export async function countCodeAttempt(context: SignedInContext, reply: FastifyReply): Promise<number> {
  const { userID, sessionHash } = context.actor
  await throttleAttempt(context, codeGuesses(userID))
  const tries = await countAttempt(context.db, sessionHash, codesPerSession)
  if (tries !== undefined) return tries
  await endSession(context, reply)
  throw new AppError('SIGN_IN_AGAIN')
}

/** The error for a wrong code. After the last attempt the session ends and the user must enter the password again. */
export async function wrongCodeError(
  context: SignedInContext,
  reply: FastifyReply,
  tries: number,
  error: ErrorCode = 'CODE_INVALID',
): Promise<AppError> {
  await record(context, 'login.code_failed', context.actor.userID)
  if (tries < codesPerSession) return new AppError(error)
  await endSession(context, reply)
  return new AppError('SIGN_IN_AGAIN')
}

/** Why a code was refused; `undefined` once per code, when it is right. */
type CodeError = 'CODE_INVALID' | 'CODE_USED' | 'RECOVERY_CODE_INVALID' | undefined

export async function consumeTotpCode(context: Context, user: UserRow | undefined, code: string): Promise<CodeError> {
  if (!user?.totpSealed) return 'CODE_INVALID'
  const step = matchingStep(context.vault.openText(user.totpSealed), code, context.clock())
  if (step === undefined) return 'CODE_INVALID'
  return (await claimTotpStep(context.db, user.userID, step)) ? undefined : 'CODE_USED'
}

export async function consumeRecoveryCode(
  context: Context,
  user: UserRow | undefined,
  code: string,
): Promise<CodeError> {
  if (!user?.totpSealed) return 'RECOVERY_CODE_INVALID'
  const hash = recoveryHash(context.vault, user.userID, user.totpSealed, code)
  const isSpent = await recovery.markRecoveryCodeUsed(context.db, user.userID, hash, context.clock())
  if (isSpent) await record(context, 'two_factor.recovery_used', user.userID)
  return isSpent ? undefined : 'RECOVERY_CODE_INVALID'
}
