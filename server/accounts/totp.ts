import { Secret, TOTP } from 'otpauth'
import { demoAccounts } from '#contract/accounts/demo-accounts.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { findUser } from './queries.ts'

const seconds = 30

const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: 'Columba',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: seconds,
    secret: Secret.fromBase32(secret),
  })

export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The content of the QR code for authenticator apps. */
export const otpauthUrl = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The time step of this code, allowing one step of drift either way; `undefined` for a wrong code. */
export function matchingStep(secret: string, code: string, now: Date): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const drift = totpOf(secret).validate({ token, timestamp: now.getTime(), window: 1 })
  return drift === null ? undefined : stepAt(now) + drift
}

export const codeAt = (secret: string, step: number): string =>
  totpOf(secret).generate({ timestamp: step * seconds * 1000 })

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / seconds)

/** The authenticator code of a demo account; the next one if the current one was already used. */
export async function getDemoCode({ db, vault, clock, actor }: SignedInContext) {
  const user = await findUser(db, actor.userID)
  if (!user?.totpSealed || !demoAccounts.some(({ email }) => email === user.email)) throw new AppError('NOT_FOUND')
  const now = stepAt(clock())
  const step = Math.min(Math.max(now, user.totpLastStep + 1), now + 1)
  return { code: codeAt(vault.openText(user.totpSealed), step) }
}
