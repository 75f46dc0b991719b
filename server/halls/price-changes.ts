import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { formatDay, toDay, toInstant } from '#contract/dates.ts'
import { changedPrice, describeChange, type PriceChangeForm } from '#contract/halls/price-change.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { newPrices, niches, priceChanges } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { requireSameRequest } from '#server/http/repeated-request.ts'
import { tellOfChange } from '#server/mail/public.ts'
import { notifyBlockChanged } from '#server/niches/public.ts'
import type { Db } from '#server/ports/database.ts'
import { listPricesOf } from './queries.ts'
import { tellOfPrices } from './tell-of-prices.ts'

/**
 * Stores the prices that the admin saw in the preview. If they apply from a later day, a job changes the niches then.
 */
export const changePrices = (context: SignedInContext, sent: PriceChangeForm) =>
  inTransaction(context, async (context) => {
    const { blockID, nicheIDs, effectiveOn, requestID: changeID } = sent
    const change = describeChange(sent)
    const repeated = { niches: new Set(nicheIDs).size }
    if (await wasMade(context, sent, change)) return repeated
    const now = context.clock()
    if (effectiveOn && effectiveOn <= toDay(now))
      throw new AppError('INVALID', { errors: { effectiveOn: 'Please choose a day after today, or leave it empty.' } })
    const prices = await computePrices(context, sent)
    const effectiveAt = effectiveOn ? toInstant(effectiveOn, '00:00') : now
    const [made] = await context.db
      .insert(priceChanges)
      .values({ changeID, blockID, effectiveAt, madeAt: now, madeByID: context.actor.userID, change })
      .onConflictDoNothing()
      .returning()
    /** A request with this ID was sent twice at once. */
    if (!made && (await wasMade(context, sent, change))) return repeated
    await insertRows(
      context.db,
      newPrices,
      prices.map(({ nicheCode: _, ...each }) => ({ changeID, ...each })),
    )
    if (effectiveOn)
      await record(context, 'prices.scheduled', blockID, { changeID, change, niches: prices.length, effectiveOn })
    else await applyChange(context, { changeID, blockID, change })
    await tellOfPrices(
      context,
      prices.map((each) => ({ ...each, beforeCents: each.priceBeforeCents, afterCents: each.priceCents })),
      { inEffect: effectiveOn ? `from ${formatDay(effectiveOn)}` : 'now' },
    )
    return { niches: prices.length }
  })

/** Whether the request was sent before. Refuses one that reuses the ID of a different request. */
async function wasMade({ db, actor }: SignedInContext, sent: PriceChangeForm, change: string) {
  const { requestID: changeID, blockID, nicheIDs, effectiveOn } = sent
  const [earlier] = await db.select().from(priceChanges).where(eq(priceChanges.changeID, changeID))
  if (!earlier) return false
  const { effectiveAt, madeAt } = earlier
  const priced = await db.select({ nicheID: newPrices.nicheID }).from(newPrices).where(eq(newPrices.changeID, changeID))
  requireSameRequest(
    {
      ...earlier,
      effectiveOn: +effectiveAt === +madeAt ? '' : toDay(effectiveAt),
      nicheIDs: priced.map(({ nicheID }) => nicheID).sort(),
    },
    { blockID, change, madeByID: actor.userID, effectiveOn, nicheIDs: [...new Set(nicheIDs)].sort() },
  )
  return true
}

async function computePrices({ db }: Context, { blockID, nicheIDs, kind, value }: PriceChangeForm) {
  const before = await listPricesOf(db, blockID, [...new Set(nicheIDs)])
  if (before.length !== new Set(nicheIDs).size) throw new AppError('NOT_FOUND')
  return before.map(({ nicheID, nicheCode, priceCents: priceBeforeCents }) => {
    const priceCents = changedPrice(priceBeforeCents, { kind, value })
    if (priceCents === undefined)
      throw new AppError('INVALID', { errors: { value: 'A price would be below 0.00 or above 1000000.00.' } })
    return { nicheID, nicheCode, priceBeforeCents, priceCents }
  })
}

interface DueChange {
  changeID: string
  blockID: string
  change: string
}

/** Bookings that were submitted before keep their price, which is stored with their payment. */
async function applyChange(context: Context, { changeID, blockID, change }: DueChange) {
  const { db } = context
  await db.update(priceChanges).set({ appliedAt: context.clock() }).where(eq(priceChanges.changeID, changeID))
  const { rows } = await db.execute(sql`
    update niches n set price_cents = p.price_cents from new_prices p
    where p.change_id = ${changeID} and p.niche_id = n.niche_id returning n.niche_id`)
  await record(context, 'prices.changed', blockID, { changeID, change, niches: rows.length })
  context.afterCommit(() => notifyBlockChanged(context, blockID, 'niches'))
}

/** Applies one change whose day has come; true if there may be more. */
export const applyDuePriceChanges = (context: Context): Promise<boolean> =>
  inTransaction(context, async (context) => {
    const [next] = await context.db
      .select()
      .from(priceChanges)
      .where(
        and(
          lte(priceChanges.effectiveAt, context.clock()),
          isNull(priceChanges.appliedAt),
          isNull(priceChanges.cancelledAt),
        ),
      )
      .orderBy(asc(priceChanges.effectiveAt), asc(priceChanges.madeAt))
      .limit(1)
      .for('update')
    if (!next) return false
    await applyChange(context, next)
    return true
  })

export const withdrawPriceChange = (context: SignedInContext, changeID: string) =>
  inTransaction(context, async (context) => {
    const [withdrawn] = await context.db
      .update(priceChanges)
      .set({ cancelledAt: context.clock() })
      .where(and(eq(priceChanges.changeID, changeID), isNull(priceChanges.appliedAt), isNull(priceChanges.cancelledAt)))
      .returning()
    if (!withdrawn) throw new AppError('PRICE_CHANGE_APPLIED')
    await record(context, 'prices.withdrawn', withdrawn.blockID, { changeID, change: withdrawn.change })
    const day = formatDay(toDay(withdrawn.effectiveAt))
    await tellOfChange(context, 'nichePrices', {
      'Planned change that was withdrawn': `${withdrawn.change}, from ${day}`,
    })
  })

/** Takes the niches of an import out of changes of prices, and removes those that are left without a niche. */
export async function removeImportedPrices(db: Db, importID: string) {
  const imported = db.select({ nicheID: niches.nicheID }).from(niches).where(eq(niches.importID, importID))
  const removed = await db
    .delete(newPrices)
    .where(inArray(newPrices.nicheID, imported))
    .returning({ changeID: newPrices.changeID })
  const changeIDs = [...new Set(removed.map(({ changeID }) => changeID))]
  const noNiche = sql`not exists (select from ${newPrices} p where p.change_id = ${priceChanges.changeID})`
  await db.delete(priceChanges).where(and(inArray(priceChanges.changeID, changeIDs), noNiche))
}
