import { Secret, TOTP } from 'otpauth'

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
