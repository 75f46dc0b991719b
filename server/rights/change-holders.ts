import { eq } from 'drizzle-orm'
import type { HolderForm } from '#contract/rights/holder.ts'
import type { SignedInContext } from '#server/core/context.ts'
import type { Vault } from '#server/core/vault.ts'
import { rightHolders } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { type AskedAct, guard } from '#server/second-person/public.ts'
import { refuseBlocked } from './blocks.ts'
import type { HolderRow } from './holders.ts'
import { lockChangeable } from './lock-right.ts'
import { moveRights } from './move-rights.ts'
import { describeCorrected, somebody } from './name-holders.ts'
import { requireNoParty } from './parties.ts'
import { endAskingOfReplaced } from './replaced-holders.ts'
import { tellHolders } from './tell-holders.ts'

type Sent = HolderForm & { number: string }

interface Change {
  event: 'addHolder' | 'correctHolder' | 'removeHolder'
  holderID?: number | undefined
  name?: string
  /** Sealed, in base 64. */
  nric?: string
  address?: string
}

export const saveHolder = (context: SignedInContext, { number, holderID, reason, ...fields }: Sent) => {
  const { vault } = context
  const event = holderID === undefined ? 'addHolder' : 'correctHolder'
  const sealed = { nric: sealText(vault, fields.nric), address: sealText(vault, fields.address) }
  return askToChange(context, number, { event, holderID, name: fields.name, ...sealed }, reason)
}

export const removeHolder = (
  context: SignedInContext,
  { number, holderID, reason }: { number: string; holderID: number; reason: string },
) => askToChange(context, number, { event: 'removeHolder', holderID }, reason)

const sealText = (vault: Vault, text: string) => text && vault.seal(text).toString('base64')

/** Whoever holds a right decides about its niche, so nobody changes that alone where a second person can be asked. */
const askToChange = (context: SignedInContext, number: string, change: Change, reason: string) =>
  guard(
    context,
    'changeHolders',
    number,
    {
      what: async (context) =>
        `Right ${number}. ${describeChange(change, (await lockChangeable(context, number)).holders)}`,
      details: { ...change },
      reason,
    },
    changeHolder,
  )

/** What happens when a second person confirms it. Neither of them holds the right, or would from then on. */
export async function changeHolder(context: SignedInContext, { subject, details, reason, askedByID }: AskedAct) {
  const { event, holderID, name, nric, address } = details as unknown as Change
  const { right, holders } = await lockChangeable(context, subject)
  await refuseBlocked(context, right)
  const nricSealed = nric ? Buffer.from(nric, 'base64') : null
  await requireNoParty(context, right.rightID, {
    claims: [{ nricSealed, email: null, name: name ?? '' }],
    people: [askedByID],
  })
  const described = describeChange(details as unknown as Change, holders)
  const values = {
    ...(name && { name, nameKeptAt: null }),
    ...(nricSealed && { nricSealed }),
    ...(address && { addressSealed: Buffer.from(address, 'base64') }),
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
  const words = `${described}${await endAskingOfReplaced(context, right.rightID, holders)}`
  await moveRights(context, event, [right], { reason: `${words} ${reason}` })
  await tellHolders(context, { right, before: holders, words, askedByID })
}

/** A sentence for the second person and for the history. */
function describeChange({ event, holderID, name = '' }: Change, holders: readonly HolderRow[]): string {
  if (event === 'addHolder') return `${name} becomes a holder.`
  const known = holders.find(({ holder }) => holder.holderID === holderID)
  if (!known) throw new AppError('NOT_FOUND')
  if (event === 'removeHolder') return `${known.name || somebody} no longer is a holder.`
  return describeCorrected(known.name, name)
}
