import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { HolderForm } from '#contract/rights/holder.ts'
import type { SignedInContext } from '#server/core/context.ts'
import type { Vault } from '#server/core/vault.ts'
import { rightHolders } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { isReachable } from '#server/mail/outbox.ts'
import { type AskedAct, guard } from '#server/second-person/public.ts'
import { refuseBlocked } from './blocks.ts'
import { type HolderRow, requireSeen } from './holders.ts'
import { lockHolders } from './lock-right.ts'
import { moveRights } from './move-rights.ts'
import { describeCorrected, somebody } from './name-holders.ts'
import { requireNoParty } from './parties.ts'
import { endAskingOfReplaced } from './replaced-holders.ts'
import { requireUnclaimed } from './require-unclaimed.ts'
import { tellHolders } from './tell-holders.ts'

type Sent = HolderForm & { number: string }

interface Change {
  event: 'addHolder' | 'correctHolder' | 'removeHolder'
  holderID?: number | undefined
  name?: string
  /** Sealed, in base 64. */
  nric?: string
  address?: string
  /** Empty to remove it; undefined to leave it. */
  email?: string
  /** What was recorded of the holder when it was asked for. */
  recorded?: ReturnType<typeof describeRecorded>
}

export const saveHolder = (context: SignedInContext, { number, holderID, reason, ...fields }: Sent) => {
  const { vault } = context
  const event = holderID === undefined ? 'addHolder' : 'correctHolder'
  const { name, nric, address, email } = fields
  const sealed = {
    nric: sealText(vault, nric),
    address: sealText(vault, address),
    ...(email !== undefined && { email: sealText(vault, email) }),
  }
  return askToChange(context, number, { event, holderID, name, ...sealed }, reason)
}

export const removeHolder = (
  context: SignedInContext,
  { number, holderID, name, reason }: { number: string; holderID: number; name: string; reason: string },
) => askToChange(context, number, { event: 'removeHolder', holderID }, reason, name)

const sealText = (vault: Vault, text: string) => text && vault.seal(text).toString('base64')
const openText = (vault: Vault, sealed = '') => sealed && vault.openText(Buffer.from(sealed, 'base64'))

/** Whoever holds a right decides about its niche, so nobody changes that alone where a second person can be asked. */
async function askToChange(context: SignedInContext, number: string, change: Change, reason: string, shown?: string) {
  const { holders } = await lockHolders(context, number)
  const known = findHolder(holders, change)
  if (known && change.event === 'removeHolder') requireSeen(known, shown)
  const details = { ...change, ...(known && { recorded: describeRecorded(known) }) }
  const what = () => `Right ${number}. ${describeChange(change, known)}`
  const toCompare = describeSealed(context.vault, change, known)
  await guard(context, 'changeHolders', number, { what, toCompare, details, reason }, changeHolder)
}

/** In base 64, because requests are stored as text. */
const describeRecorded = ({ name, email, account, holder }: HolderRow) => ({
  name,
  email: holder.emailSealed?.toString('base64') ?? email,
  userID: account?.userID ?? null,
  nric: holder.nricSealed?.toString('base64') ?? null,
  address: holder.addressSealed?.toString('base64') ?? null,
})

/**
 * What happens when a second person confirms it. Neither of them holds the right, or would from then on. Refused if something else was
 * recorded in the meantime, or by a server of the version before, which did not store what was recorded. While somebody asks for the
 * right, whoever holds it stays, because they can object and are written to; a number or an address can be recorded.
 */
export async function changeHolder(context: SignedInContext, { subject, details, reason, askedByID }: AskedAct) {
  const change = details as unknown as Change
  const { event, holderID, name, nric, address, email, recorded } = change
  const { right, holders } = await lockHolders(context, subject)
  await refuseBlocked(context, right)
  const nricSealed = nric ? Buffer.from(nric, 'base64') : null
  await requireNoParty(context, right.rightID, {
    claims: [{ nricSealed, email: openText(context.vault, email) || null, name: name ?? '' }],
    people: [askedByID],
  })
  const known = findHolder(holders, change)
  if (known && !isDeepStrictEqual(describeRecorded(known), recorded)) throw new AppError('HOLDER_CHANGED')
  const isRenamed = name !== known?.name
  const values = {
    /** A name that stays as it is goes on following the booking. */
    ...(name && (isRenamed ? { name, nameKeptAt: null } : { name: known?.holder.name ?? null })),
    ...(nricSealed && { nricSealed }),
    ...(address && { addressSealed: Buffer.from(address, 'base64') }),
    ...(email !== undefined && { emailSealed: email ? Buffer.from(email, 'base64') : null }),
  }
  const { db, clock } = context
  if (event === 'addHolder')
    await db.insert(rightHolders).values({ rightID: right.rightID, addedAt: clock(), ...values })
  if (event === 'correctHolder' && holderID !== undefined)
    await db.update(rightHolders).set(values).where(eq(rightHolders.holderID, holderID))
  if (event === 'removeHolder' && holderID !== undefined) {
    if (holders.length === 1) throw new AppError('LAST_HOLDER')
    await db.delete(rightHolders).where(eq(rightHolders.holderID, holderID))
  }
  const replaced = await endAskingOfReplaced(context, right, holders)
  if (replaced.areOthers) await requireUnclaimed(context, right.rightID)
  const words = `${describeChange(change, known)}${replaced.words}`
  await moveRights(context, event, [right], { reason: `${words} ${reason}`, set: replaced.set })
  await tellHolders(context, { right, before: holders, words, askedByID })
}

/** The holder who is corrected or removed. */
function findHolder(holders: readonly HolderRow[], { event, holderID }: Change): HolderRow | undefined {
  const known = holders.find(({ holder }) => holder.holderID === holderID)
  if (!known && event !== 'addHolder') throw new AppError('NOT_FOUND')
  return known
}

/** A sentence for the second person and for the history. */
function describeChange({ event, name = '' }: Change, known: HolderRow | undefined): string {
  if (event === 'addHolder') return `${name} becomes a holder.`
  if (event === 'removeHolder') return `${known?.name || somebody} is no longer a holder.`
  return describeCorrected(known?.name, name)
}

/** The second person compares these with the papers. The history and the holders do not read them. */
function describeSealed(vault: Vault, { nric, address, email }: Change, known: HolderRow | undefined): string {
  const isRemoved = email === '' && known?.holder.emailSealed
  const { otherEmail } = known ?? {}
  const readsAt = otherEmail && isReachable(otherEmail) ? `Letters go to ${otherEmail}` : 'There is no email address'
  const sentences = [
    nric && `The identity number ends in ${openText(vault, nric).slice(-4)} from then on.`,
    address && `The address is ${openText(vault, address)} from then on.`,
    email && `The email address is ${openText(vault, email)} from then on.`,
    isRemoved && `The recorded email address is removed. ${readsAt} from then on.`,
  ]
  return sentences.flatMap((sentence) => (sentence ? ` ${sentence}` : [])).join('')
}
