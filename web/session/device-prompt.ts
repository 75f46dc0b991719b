import type { AddOptions, UseOptions } from '#contract/accounts/passkey-api.ts'
import type { PasskeyProof } from '#contract/accounts/second-factor.ts'
import { t } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { loadChunk } from '#web/core/load-chunk.ts'

/** Safari shows its prompt only shortly after a press, so what offers a passkey loads this before it is pressed. */
export const loadWebAuthn = () => loadChunk('browser', () => import('@simplewebauthn/browser'))

/** A passkey works only at the address that it was made for. */
export const passkeysWorkHere = (origin: string) => 'PublicKeyCredential' in window && location.origin === origin

/** The browser asks for a fingerprint, a face or the screen lock, and the device signs. */
export const signWithPasskey = async (optionsJSON: UseOptions): Promise<PasskeyProof> =>
  (await loadWebAuthn()).startAuthentication({ optionsJSON })

export const makePasskey = async (optionsJSON: AddOptions) => (await loadWebAuthn()).startRegistration({ optionsJSON })

/** Browsers do not say whether the person cancelled or the device knows no such passkey. */
export const passkeyErrorMessage = (error: unknown) =>
  (error instanceof Error && sentences()[error.name]) || toErrorMessage(error)

const sentences = (): Record<string, string> => ({
  NotAllowedError: t`Your device confirmed nothing: it was cancelled, took too long, or has no passkey for your account. Please try again, or go on without one.`,
  AbortError: t`Your device was asked again in the meantime. Please try again.`,
  InvalidStateError: t`This device already has a passkey for your account.`,
  ConstraintError: t`This device cannot check that it is you. Please set up a screen lock or a fingerprint on it first.`,
  NotSupportedError: t`This device cannot make a passkey for Columba. Please use another one.`,
  SecurityError: t`Passkeys do not work at this address.`,
})
