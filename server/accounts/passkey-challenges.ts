import { type AddOptions, mostPasskeys } from '#contract/accounts/passkey-api.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { keyAlgorithms, relyingParty } from './passkey-checks.ts'
import { listPasskeys, type PasskeyRow, saveChallenge } from './passkey-queries.ts'
import { findUser } from './queries.ts'
import { newToken } from './tokens.ts'

const challengeMs = 5 * 60_000

export async function beginPasskeyUse(context: SignedInContext) {
  const known = await listPasskeys(context.db, context.actor.userID)
  /** With an empty list a browser would offer passkeys of any account. */
  if (known.length === 0) throw new AppError('PASSKEY_UNKNOWN')
  return {
    challenge: await issueChallenge(context, 'use'),
    timeout: challengeMs,
    rpId: relyingParty(context.config).rpID,
    allowCredentials: known.map(describe),
    userVerification: 'required' as const,
  }
}

export async function beginAddingPasskey(context: SignedInContext): Promise<AddOptions> {
  const { db, actor, config } = context
  const user = await findUser(db, actor.userID)
  if (!user) throw new AppError('NOT_SIGNED_IN')
  const known = await listPasskeys(db, actor.userID)
  if (known.length >= mostPasskeys) throw new AppError('TOO_MANY_PASSKEYS')
  return {
    challenge: await issueChallenge(context, 'add'),
    timeout: challengeMs,
    rp: { id: relyingParty(config).rpID, name: 'Columba' },
    user: { id: Buffer.from(user.userID).toString('base64url'), name: user.email, displayName: user.fullName },
    pubKeyCredParams: keyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
  }
}

async function issueChallenge({ db, actor, clock }: SignedInContext, purpose: 'add' | 'use') {
  const challenge = newToken()
  const expiresAt = new Date(clock().getTime() + challengeMs)
  await saveChallenge(db, { sessionHash: actor.sessionHash, purpose, challenge, expiresAt })
  return challenge
}

const describe = ({ credentialID, transports }: PasskeyRow) => ({
  id: credentialID,
  type: 'public-key' as const,
  transports,
})
