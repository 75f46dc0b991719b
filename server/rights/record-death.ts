import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { formatDay } from '#contract/dates.ts'
import type { deathForm } from '#contract/rights/holder.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { rightHolders } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { endAgreementsOf } from './agreement-queries.ts'
import { listContactReaders } from './contacts.ts'
import { hasAddress, hasDied, listHolders, noDeath, requireSeen } from './holders.ts'
import { lockRight } from './lock-right.ts'
import { moveRights } from './move-rights.ts'
import { somebody } from './name-holders.ts'
import { requireNoParty } from './parties.ts'
import { tellHolders } from './tell-holders.ts'

interface OfHolder {
  number: string
  holderID: number
  /** The name that the page showed. Somebody else may stand there since. */
  name: string
}

/**
 * Staff record that a holder has died. It decides nothing: the holder stays one until two people have decided who follows. What was asked of
 * them ends. They are written to a last time, because one clerk could otherwise say it of somebody who lives.
 */
export const recordDeath = (
  context: SignedInContext,
  { diedOn, toldBy, ...of }: OfHolder & z.output<ReturnType<typeof deathForm>>,
) =>
  changeDeath(context, of, 'noteDeath', {
    set: (at) => ({ diedOn: diedOn || null, deathToldBy: toldBy, deathRecordedAt: at }),
    wordsOf: (name) => `${name} has died${diedOn && `, on ${formatDay(diedOn)}`}, as we were told by ${toldBy}.`,
    consequence: 'We write to the other holders and to the contacts only, until somebody follows.',
  })

export const retractDeath = (context: SignedInContext, { reason, ...of }: OfHolder & { reason: string }) =>
  changeDeath(context, of, 'retractDeath', {
    set: () => noDeath,
    wordsOf: (name) => `It is not so that ${name} has died. ${reason}`,
    consequence: 'They get our letters again.',
  })

interface Change {
  /** At the time once the right is locked, so that no letter is written in between. */
  set: (at: Date) => Pick<typeof rightHolders.$inferSelect, 'diedOn' | 'deathToldBy' | 'deathRecordedAt'>
  wordsOf: (name: string) => string
  consequence: string
}

const changeDeath = (
  context: SignedInContext,
  { number, holderID, name }: OfHolder,
  event: 'noteDeath' | 'retractDeath',
  { set, wordsOf, consequence }: Change,
) =>
  inTransaction(context, async (context) => {
    const { db, clock } = context
    const right = await lockRight(context, number)
    await requireNoParty(context, right.rightID, { claims: [] })
    const holders = await listHolders(context, right.rightID)
    const holder = holders.find((each) => each.holder.holderID === holderID)
    if (!holder) throw new AppError('NOT_FOUND')
    requireSeen(holder, name)
    if (hasDied(holder) === (event === 'noteDeath')) throw new AppError('ALREADY_SETTLED')
    await endAgreementsOf(db, [holderID], clock())
    await db.update(rightHolders).set(set(clock())).where(eq(rightHolders.holderID, holderID))
    const words = wordsOf(holder.name || somebody)
    await moveRights(context, event, [right], { reason: words })
    await tellHolders(context, {
      right,
      before: holders.filter((each) => each !== holder || hasAddress(each)),
      words: `${words} ${consequence}`,
      others: await listContactReaders(context, right.rightID),
    })
  })
