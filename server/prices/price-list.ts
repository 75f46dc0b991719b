import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, lte, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { formatDay, toDay } from '#contract/dates.ts'
import { groupBy } from '#contract/group-by.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { type Price, type PriceItem, type priceForm, priceKinds } from '#contract/prices/price.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { priceItems } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { requireSameRequest } from '#server/http/repeated-request.ts'
import { tellOfChange } from '#server/mail/public.ts'
import { type Db, isThere } from '#server/ports/database.ts'

export type PriceRow = typeof priceItems.$inferSelect

/** The price of each item on a day: the last one added of those that begin last. Also items that were withdrawn. */
const listPricesOn = (db: Db, day: string, isKnown?: SQL): Promise<PriceRow[]> =>
  db
    .selectDistinctOn([priceItems.itemID])
    .from(priceItems)
    .where(and(lte(priceItems.validFrom, day), isKnown))
    .orderBy(priceItems.itemID, desc(priceItems.validFrom), desc(priceItems.addedAt))

/** What could be charged at a moment, in the order of the kinds, then by name. A price that was added later that day does not count. */
export async function listPricesAt(db: Db, at: Date): Promise<PriceRow[]> {
  const rows = await listPricesOn(db, toDay(at), lte(priceItems.addedAt, at))
  return rows.filter(({ isWithdrawn }) => !isWithdrawn).sort(inOrder)
}

export const listTodaysPrices = ({ db, clock }: Pick<Context, 'db' | 'clock'>) => listPricesAt(db, clock())

const kindOrder = Object.keys(priceKinds)
const inOrder = (a: PriceRow, b: PriceRow) =>
  kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) || a.name.localeCompare(b.name)

const presentPrice = ({ grossCents, ...row }: PriceRow): Price => ({ ...row, amount: toAmount(grossCents) })

export const listCharged = async (context: Context) => (await listTodaysPrices(context)).map(presentPrice)

/** The list for admins, also what begins later. An item that was withdrawn is left out. */
export async function listItems({ db, clock }: SignedInContext): Promise<PriceItem[]> {
  const today = toDay(clock())
  const now = await listPricesOn(db, today)
  const next = await db
    .select()
    .from(priceItems)
    .where(gt(priceItems.validFrom, today))
    .orderBy(asc(priceItems.validFrom), asc(priceItems.addedAt))
  const byItem = groupBy([...now, ...next].sort(inOrder), ({ itemID }) => itemID)
  return [...byItem].flatMap(([itemID, rows]) => {
    const current = rows.find((row) => row.validFrom <= today && !row.isWithdrawn)
    const later = rows.filter((row) => row.validFrom > today).sort((a, b) => a.validFrom.localeCompare(b.validFrom))
    if (!current && later.length === 0) return []
    return { itemID, now: current ? presentPrice(current) : null, next: later.map(presentPrice) }
  })
}

export const savePrice = (context: SignedInContext, form: z.output<ReturnType<typeof priceForm>>) =>
  inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    const { amount, priceID = randomUUID(), itemID = priceID, ...fields } = form
    if (form.itemID && !(await isThere(db, priceItems, eq(priceItems.itemID, itemID)))) throw new AppError('NOT_FOUND')
    const before = (await listPricesOn(db, form.validFrom)).find((price) => price.itemID === itemID)
    const row = { ...fields, priceID, itemID, grossCents: toCents(amount) ?? 0, addedByID: actor.userID }
    const [added] = await db
      .insert(priceItems)
      .values({ ...row, addedAt: clock() })
      .onConflictDoNothing()
      .returning()
    if (!added) {
      const [earlier] = await db.select().from(priceItems).where(eq(priceItems.priceID, priceID))
      if (earlier) requireSameRequest(earlier, row)
      return { priceID }
    }
    const { kind, name, validFrom, isWithdrawn } = fields
    await record(context, 'prices.listed', itemID, { kind, name, amount, validFrom, isWithdrawn })
    const [was, becomes] = [before, { isWithdrawn, grossCents: row.grossCents }].map(sayPrice)
    if (before && was !== becomes)
      await tellOfChange(context, 'priceList', {
        [name]: `${was} → ${becomes}`,
        From: formatDay(validFrom),
      })
    return { priceID }
  })

const sayPrice = (price?: Pick<PriceRow, 'isWithdrawn' | 'grossCents'>) =>
  price?.isWithdrawn ? 'no longer charged' : toAmount(price?.grossCents ?? 0)

/** Undefined if it is not what the item costs today. */
export const findTodaysPrice = async (context: Context, priceID: string): Promise<PriceRow | undefined> =>
  (await listTodaysPrices(context)).find((price) => price.priceID === priceID)

export const hasPrices = ({ db }: Pick<Context, 'db'>): Promise<boolean> => isThere(db, priceItems)
