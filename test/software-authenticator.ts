import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { AddOptions, NewPasskey, UseOptions } from '#contract/accounts/passkey-api.ts'
import type { PasskeyProof } from '#contract/accounts/second-factor.ts'

/** The ways in which the device or the browser may differ from what Columba expects. */
interface Deviation {
  origin?: string
  rpID?: string
  challenge?: string
  userVerified?: boolean
  counter?: number
  attestation?: { fmt: string; attStmt: Map<string, unknown> }
}

export type SoftwareAuthenticator = ReturnType<typeof createAuthenticator>

/** A device with one passkey on P-256, and the browser at which it is used. */
export function createAuthenticator(atOrigin = 'http://localhost:3000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialID = randomBytes(32)
  const id = credentialID.toString('base64url')
  let uses = 0

  const authenticatorData = (rpID: string, isNew: boolean, { userVerified = true, counter }: Deviation) => {
    uses = counter ?? uses + 1
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(uses)
    const flags = 0x01 + (userVerified ? 0x04 : 0) + (isNew ? 0x40 : 0)
    return Buffer.concat([createHash('sha256').update(rpID).digest(), Buffer.of(flags), counted])
  }

  const clientData = (type: string, challenge: string, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({ type, challenge: deviation.challenge ?? challenge, origin: deviation.origin ?? atOrigin }),
    )

  /** The answer of `navigator.credentials.create`, in JSON. */
  function create({ challenge, rp }: AddOptions, deviation: Deviation = {}): NewPasskey {
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const authData = Buffer.concat([
      authenticatorData(deviation.rpID ?? rp.id, true, deviation),
      Buffer.alloc(16),
      Buffer.of(0, credentialID.length),
      credentialID,
      isoCBOR.encode(key),
    ])
    const { fmt, attStmt } = deviation.attestation ?? { fmt: 'none', attStmt: new Map() }
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(authData)],
      ]) as Parameters<typeof isoCBOR.encode>[0],
    )
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, deviation).toString('base64url'),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** The answer of `navigator.credentials.get`, in JSON. */
  function get({ challenge, rpId }: UseOptions, deviation: Deviation = {}): PasskeyProof {
    const authData = authenticatorData(deviation.rpID ?? rpId, false, deviation)
    const clientDataJSON = clientData('webauthn.get', challenge, deviation)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientDataJSON).digest()])
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      },
    }
  }

  return { create, get }
}
