import { asc, eq, isNull, lt, min, sql } from 'drizzle-orm'
import { formatDateTime } from '#contract/dates.ts'
import { formatAmount, toAmount } from '#contract/money.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { rowsAfter } from '#server/database/rows-after.ts'
import { restores, unknownPayments } from '#server/database/schema.ts'
import { pageOf } from '#server/http/paged.ts'
import type { ListedIntent } from '#server/ports/card-gateway.ts'
import type { Db } from '#server/ports/database.ts'

type UnknownPaymentRow = typeof unknownPayments.$inferSelect

const pageLength = 1000

export async function listUnknownPayments({ db }: SignedInContext, cursor: string | undefined) {
  const rows = await db
    .select()
    .from(unknownPayments)
    .where(rowsAfter({ direction: 'asc', by: [unknownPayments.startedAt], key: unknownPayments.intentID }, cursor))
    .orderBy(asc(unknownPayments.startedAt), asc(unknownPayments.intentID))
    .limit(pageLength + 1)
  const payments = rows.map((row) => ({ ...row, amount: toAmount(row.amountCents) }))
  return pageOf(payments, pageLength, ({ intentID }) => intentID)
}

/** Money has moved, or a bank is moving it. */
export const hasMoney = ({ status }: ListedIntent) => status === 'succeeded' || status === 'processing'

export const toUnknownPayment = (intent: ListedIntent, isRefunded: boolean, foundAt: Date): UnknownPaymentRow => {
  const { intentID, bookingID = null, amountCents, currency, createdAt } = intent
  return { intentID, bookingID, amountCents, currency, startedAt: createdAt, isRefunded, foundAt }
}

export const describeUnknown = ({ bookingID, intentID, ...row }: UnknownPaymentRow) => {
  const amount = toAmount(row.amountCents)
  const money = row.currency === 'sgd' ? formatAmount(amount) : `${row.currency.toUpperCase()} ${amount}`
  const booking = bookingID ? `booking ${bookingID}` : 'no booking of Columba'
  const refund = row.isRefunded ? ', refunded wholly or in part' : ''
  return `not known here: ${money}, ${formatDateTime(row.startedAt)}, ${booking}, ${intentID}${refund}`
}

export async function saveUnknown(db: Db, rows: UnknownPaymentRow[]) {
  if (rows.length === 0) return
  const isRefunded = sql`excluded.is_refunded`
  await db
    .insert(unknownPayments)
    .values(rows)
    .onConflictDoUpdate({ target: unknownPayments.intentID, set: { isRefunded, foundAt: sql`excluded.found_at` } })
}

/** When the oldest unknown payment that nobody has refunded was started. */
export const findOldestUnknown = async (db: Db): Promise<Date | undefined> =>
  (
    await db
      .select({ startedAt: min(unknownPayments.startedAt) })
      .from(unknownPayments)
      .where(eq(unknownPayments.isRefunded, false))
  )[0]?.startedAt ?? undefined

/** Deletes payments that this comparison did not find: they are known by now, or were refunded and are older than what it looks at. */
export const deleteUnknownBefore = async ({ db }: Context, comparedAt: Date) => {
  await db.delete(unknownPayments).where(lt(unknownPayments.foundAt, comparedAt))
}

/** The time of the backup, if this database was restored and not compared with the card provider since. */
export const findRestoredAsOf = async (db: Db): Promise<Date | undefined> =>
  (
    await db
      .select({ asOf: min(restores.asOf) })
      .from(restores)
      .where(isNull(restores.comparedAt))
  )[0]?.asOf ?? undefined

export const markCompared = async ({ db, clock }: Context) => {
  await db.update(restores).set({ comparedAt: clock() }).where(isNull(restores.comparedAt))
}
