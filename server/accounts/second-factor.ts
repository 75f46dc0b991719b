import type { FastifyReply } from 'fastify'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { endSession, endSessions } from '#server/http/sessions.ts'
import { clearThrottle } from '#server/http/throttles.ts'
import { rememberDevice, setDeviceCookie } from './known-devices.ts'
import { claimSession, findPendingSecret, findUser, lockUser, saveOrGetPendingSecret, updateUser } from './queries.ts'
import { newRecoveryCodes, recoveryHash, replaceRecoveryCodes } from './recovery-codes.ts'
import { codeGuesses } from './throttle-limits.ts'
import { matchingStep, newSecret, otpauthUrl } from './totp.ts'
import { countCodeAttempt, wrongCodeError } from './two-factor-attempts.ts'

/** The secret is kept in the session until a code proves that the authenticator has it. After that it is never shown again. */
export async function generateSecret({ db, vault, actor }: SignedInContext) {
  const user = await findUser(db, actor.userID)
  const sealed = await saveOrGetPendingSecret(db, actor.sessionHash, vault.seal(newSecret()))
  if (!user || !sealed) throw new AppError('NOT_SIGNED_IN')
  const secret = vault.openText(sealed)
  return { secret, otpauthUrl: otpauthUrl(secret, user.email), email: user.email }
}

/** Ends the session: the user now logs in with both factors. Nothing may fail after the commit, because the codes are shown once. */
export async function verifySetup(context: SignedInContext, code: string, reply: FastifyReply) {
  const { userID, sessionHash } = context.actor
  const tries = await countCodeAttempt(context, reply)
  const sealed = await findPendingSecret(context.db, sessionHash)
  const step = sealed && matchingStep(context.vault.openText(sealed), code, context.clock())
  if (!sealed || step === undefined) throw await wrongCodeError(context, reply, tries)

  const { device, recoveryCodes } = await inTransaction(context, async (context) => {
    const user = await lockUser(context.db, userID)
    const isMine = await claimSession(context.db, sessionHash)
    if (!isMine || !user || user.totpSealed) throw new AppError('NOT_SIGNED_IN')
    await updateUser(context.db, userID, { totpSealed: sealed, totpLastStep: step })
    await endSessions(context, userID)
    await record(context, 'two_factor.set_up', userID)
    const recoveryCodes = await makeRecoveryCodes(context, userID, sealed)
    const device = await rememberDevice(context, userID)
    await clearThrottle(context, codeGuesses(userID).key)
    await endSession(context, reply)
    return { device, recoveryCodes }
  })
  setDeviceCookie(context, reply, device.token)
  return { recoveryCodes }
}

export const renewRecoveryCodes = (context: SignedInContext) =>
  inTransaction(context, async (context) => {
    const user = await lockUser(context.db, context.actor.userID)
    if (!user?.totpSealed) throw new AppError('NOT_SIGNED_IN')
    await record(context, 'two_factor.recovery_renewed', user.userID)
    return { recoveryCodes: await makeRecoveryCodes(context, user.userID, user.totpSealed) }
  })

/** The codes are returned once and stored only as hashes. A new TOTP secret makes them invalid. */
async function makeRecoveryCodes({ db, vault, clock }: Context, userID: string, totpSealed: Buffer): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => recoveryHash(vault, userID, totpSealed, code))
  await replaceRecoveryCodes(db, userID, hashes, clock())
  return codes
}
