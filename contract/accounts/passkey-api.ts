import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { instant, required, uuid } from '../schema-parts.ts'
import { base64url, credential, OwnerProof } from './second-factor.ts'

export const PasskeyName = required('Please enter a name.', 40)
export const mostPasskeys = 10

/** A passkey that a device has just made. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(16_000),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>

const KnownCredential = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })
const userVerification = z.literal('required')

/** What the browser hands to the device, as `PublicKeyCredentialRequestOptionsJSON` names it. */
const UseOptions = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  allowCredentials: z.array(KnownCredential),
  userVerification,
})
export type UseOptions = z.infer<typeof UseOptions>

const AddOptions = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  excludeCredentials: z.array(KnownCredential),
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification }),
  attestation: z.literal('none'),
})
export type AddOptions = z.infer<typeof AddOptions>

const OwnPasskey = z.object({
  passkeyID: z.string(),
  name: z.string(),
  addedAt: instant,
  lastUsedAt: instant.nullable(),
})
export type OwnPasskey = z.infer<typeof OwnPasskey>

/** Where passkeys work: browsers use one only at the address that it was made for. */
const origin = z.string()

const { atStages, signedIn } = callsBelow('/api/user')

/** One's own passkeys: a second factor beside the authenticator app. */
export const passkeyApi = {
  list: signedIn.get('passkeys', 'The passkeys of the signed-in user', {
    reply: z.object({ origin, passkeys: z.array(OwnPasskey) }),
  }),
  available: atStages('password', 'full').get(
    'has-passkey',
    'Whether a passkey can be the second factor of this account',
    { reply: z.object({ origin, hasPasskey: z.boolean() }) },
  ),
  beginUse: atStages('password', 'full').post(
    'passkey-challenge',
    'What a device has to sign to be the second factor',
    { reply: UseOptions },
  ),
  beginAdding: signedIn.post('new-passkey-challenge', 'What a device has to sign to become a passkey', {
    reply: AddOptions,
  }),
  add: signedIn.post('add-passkey', 'Add a passkey that a device has made', {
    ownerProof: 'factor',
    body: OwnerProof.extend({ name: PasskeyName, newPasskey: NewPasskey }),
  }),
  rename: signedIn.post('rename-passkey', 'Give a passkey another name', {
    freshFactor: true,
    body: z.object({ passkeyID: uuid, name: PasskeyName }),
  }),
  remove: signedIn.post('remove-passkey', 'Remove a passkey', {
    ownerProof: 'factor',
    body: OwnerProof.extend({ passkeyID: uuid }),
  }),
} as const
