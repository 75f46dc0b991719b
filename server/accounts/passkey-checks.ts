import type { NewPasskey } from '#contract/accounts/passkey-api.ts'
import type { PasskeyProof } from '#contract/accounts/second-factor.ts'
import type { Config } from '#server/core/config.ts'
import type { Context } from '#server/core/context.ts'
import type { PasskeyRow } from './passkey-queries.ts'

/** Ed25519, P-256 and RSA, in the numbers of COSE. Every device knows one of them. */
export const keyAlgorithms = [-8, -7, -257]

/**
 * The name and origin to which passkeys belong, from the configured address, never from the Host header. Browsers allow none at an IP
 * address, so on the machine itself they work at `localhost`.
 */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const url = new URL(publicUrl)
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost'
  return { rpID: url.hostname, origin: url.origin }
}

/** The library is loaded with the first passkey, because it is large and most servers start without needing it. */
const library = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
})

const expected = ({ config }: Context, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: relyingParty(config).origin,
  expectedRPID: relyingParty(config).rpID,
  requireUserVerification: true,
})

/** None are asked for, so what a browser says about them is not read. */
const noExtensions = { clientExtensionResults: {} }

/** The credential of a new passkey, or undefined if its device signed something else. */
export const checkNewPasskey = (context: Context, challenge: string, response: NewPasskey) =>
  unlessRefused(context, async () => {
    const { verifyRegistrationResponse, decodeAttestationObject, isoBase64URL } = await library()
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject))
    /** Checking a certificate can fetch a list of revoked ones from any address that it names. We ask for none. */
    const isPlain = attestation.get('fmt') === 'none' || attestation.get('fmt') === 'packed'
    if (!isPlain || attestation.get('attStmt').get('x5c')) throw new Error('A certificate of the device was sent')
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected(context, challenge),
      response: { ...response, ...noExtensions },
      supportedAlgorithmIDs: keyAlgorithms,
    })
    return registrationInfo?.credential
  })

/** The new counter of a passkey, or undefined if its device signed something else. */
export const checkPasskeyProof = (context: Context, challenge: string, passkey: PasskeyRow, response: PasskeyProof) =>
  unlessRefused(context, async () => {
    const { verifyAuthenticationResponse } = await library()
    const { credentialID, publicKey, counter } = passkey
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(context, challenge),
      response: { ...response, ...noExtensions },
      credential: { id: credentialID, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  })

/** The library throws for whatever is not as expected. The reason is for operators: a wrong PUBLIC_URL shows here. */
async function unlessRefused<T>({ log }: Context, check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message.slice(0, 300) : 'unknown' }, 'passkey refused')
    return undefined
  }
}
