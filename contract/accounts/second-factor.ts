import { z } from 'zod'

/** Bytes as the WebAuthn API of browsers writes them in JSON. */
export const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)

const credentialID = base64url(1400)
export const credential = { id: credentialID, rawId: credentialID, type: z.literal('public-key') }

/** What a device signed to show that its owner is there. */
export const PasskeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
  }),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>

/** An authenticator code, a recovery code, or what a passkey signed. */
export const SecondFactor = z.object({
  token: z.string().trim().max(20).optional(),
  recoveryCode: z.string().trim().max(40).optional(),
  passkey: PasskeyProof.optional(),
})
export type SecondFactor = z.output<typeof SecondFactor>

/** One of these shows that the owner of the account makes a call, and not somebody at an unlocked screen. */
export const OwnerProof = SecondFactor.extend({
  /** The password is not trimmed: spaces are part of it. */
  password: z.string().max(200).optional(),
})
export type OwnerProof = z.output<typeof OwnerProof>
