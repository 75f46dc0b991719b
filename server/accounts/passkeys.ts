import { randomUUID } from 'node:crypto'
import { type AddOptions, mostPasskeys, type NewPasskey } from '#contract/accounts/passkey-api.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { newToken } from '#server/core/link-token.ts'
import { AppError } from '#server/http/errors.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { passkeyAddedLetter, passkeyRemovedLetter } from './letters.ts'
import { checkNewPasskey, keyAlgorithms, relyingParty } from './passkey-checks.ts'
import {
  claimChallenge,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  saveChallenge,
  setPasskeyName,
} from './passkey-queries.ts'
import { findUser, lockUser } from './queries.ts'

export const listOwnPasskeys = async ({ db, actor, config }: SignedInContext) => ({
  origin: relyingParty(config).origin,
  passkeys: await listPasskeys(db, actor.userID),
})

export const isPasskeyAvailable = async ({ db, actor, config }: SignedInContext) => ({
  origin: relyingParty(config).origin,
  hasPasskey: (await listPasskeys(db, actor.userID)).length > 0,
})

/** The challenge is claimed after the proof, so that a wrong code can be corrected. */
export async function addPasskey(context: SignedInContext, name: string, sent: NewPasskey) {
  const challenge = await claimChallenge(context.db, context.actor.sessionHash, 'add', context.clock())
  if (!challenge) throw new AppError('PASSKEY_EXPIRED')
  const credential = await checkNewPasskey(context, challenge, sent)
  if (!credential) throw new AppError('PASSKEY_INVALID')
  await inTransaction(context, async (context) => {
    const user = await lockUser(context.db, context.actor.userID)
    if (!user) throw new AppError('NOT_SIGNED_IN')
    if ((await listPasskeys(context.db, user.userID)).length >= mostPasskeys) throw new AppError('TOO_MANY_PASSKEYS')
    const passkeyID = randomUUID()
    await insertPasskey(context.db, {
      passkeyID,
      userID: user.userID,
      credentialID: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: sent.response.transports,
      name,
      addedAt: context.clock(),
    })
    await enqueueLetter(context, user, passkeyAddedLetter(context.clock()))
    await record(context, 'two_factor.passkey_added', user.userID, { passkeyID })
  })
}

export const renamePasskey = (context: SignedInContext, passkeyID: string, name: string) =>
  inTransaction(context, async (context) => {
    const { userID } = context.actor
    if (!(await setPasskeyName(context.db, userID, passkeyID, name))) throw new AppError('NOT_FOUND')
    await record(context, 'two_factor.passkey_renamed', userID, { passkeyID })
  })

export const removePasskey = (context: SignedInContext, passkeyID: string) =>
  inTransaction(context, async (context) => {
    const user = await lockUser(context.db, context.actor.userID)
    if (!user || !(await deletePasskey(context.db, user.userID, passkeyID))) throw new AppError('NOT_FOUND')
    await enqueueLetter(context, user, passkeyRemovedLetter(passkeyID, context.clock()))
    await record(context, 'two_factor.passkey_removed', user.userID, { passkeyID })
  })

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
