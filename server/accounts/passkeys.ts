import { randomUUID } from 'node:crypto'
import { mostPasskeys, type NewPasskey } from '#contract/accounts/passkey-api.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { passkeyAddedLetter, passkeyRemovedLetter } from './letters.ts'
import { checkNewPasskey, relyingParty } from './passkey-checks.ts'
import { claimChallenge, deletePasskey, insertPasskey, listPasskeys, setPasskeyName } from './passkey-queries.ts'
import { lockUser } from './queries.ts'

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
