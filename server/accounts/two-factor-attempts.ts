import type { FastifyReply } from 'fastify'
import type { PasskeyProof, SecondFactor } from '#contract/accounts/second-factor.ts'
import { type ErrorCode, errorTable } from '#contract/errors.ts'
import { record } from '#server/audit/public.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { endSession } from '#server/http/sessions.ts'
import { throttleAttempt } from '#server/http/throttles.ts'
import { checkPasskeyProof } from './passkey-checks.ts'
import { claimChallenge, findPasskey, notePasskeyUse } from './passkey-queries.ts'
import { claimTotpStep, countAttempt, type UserRow } from './queries.ts'
import { markRecoveryCodeUsed, recoveryHash } from './recovery-codes.ts'
import { codeGuesses, codesPerSession } from './throttle-limits.ts'
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
  /** The field of the form that asked for it, if it names one. */
  field?: keyof SecondFactor,
): Promise<AppError> {
  await record(context, 'login.code_failed', context.actor.userID)
  if (tries < codesPerSession) return new AppError(error, field && { errors: { [field]: errorTable[error][1] } })
  await endSession(context, reply)
  return new AppError('SIGN_IN_AGAIN')
}

/** Why a second factor was refused; `undefined` once per code or challenge, when it is right. */
type CodeError =
  | 'CODE_INVALID'
  | 'CODE_USED'
  | 'RECOVERY_CODE_INVALID'
  | 'PASSKEY_EXPIRED'
  | 'PASSKEY_UNKNOWN'
  | 'PASSKEY_INVALID'
  | undefined

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
  const isSpent = await markRecoveryCodeUsed(context.db, user.userID, hash, context.clock())
  if (isSpent) await record(context, 'two_factor.recovery_used', user.userID)
  return isSpent ? undefined : 'RECOVERY_CODE_INVALID'
}

/** Each try uses up its challenge. */
export async function consumePasskey(
  context: SignedInContext,
  user: UserRow | undefined,
  sent: PasskeyProof,
): Promise<CodeError> {
  const { db, actor, clock } = context
  const challenge = await claimChallenge(db, actor.sessionHash, 'use', clock())
  if (!challenge) return 'PASSKEY_EXPIRED'
  const passkey = user?.totpSealed ? await findPasskey(db, user.userID, sent.id) : undefined
  if (!passkey) return 'PASSKEY_UNKNOWN'
  const counter = await checkPasskeyProof(context, challenge, passkey, sent)
  if (counter === undefined) return 'PASSKEY_INVALID'
  return (await notePasskeyUse(db, passkey.passkeyID, counter, clock())) ? undefined : 'PASSKEY_INVALID'
}
