import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, like, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type BillCause, type BillState, readBillNumber, billSeries as seriesName } from '#contract/bills/bill.ts'
import { addDays, toInstant } from '#contract/dates.ts'
import { billSeries, bills, bookings, paymentEvents, payments } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'

export type BillRow = typeof bills.$inferSelect
export type NewBill = Omit<BillRow, 'number' | 'issuedAt'>

/**
 * Takes the next number and writes the document with it, in one statement. Until the commit nobody else takes a number, so it is the last
 * statement of its transaction. A document is never older than the one before it.
 */
export async function insertWithNextNumber(db: Db, row: NewBill, at: Date) {
  const taken = db.$with('taken').as(
    db
      .insert(billSeries)
      .values({ series: seriesName, lastNumber: 1, lastIssuedAt: at })
      .onConflictDoUpdate({
        target: billSeries.series,
        set: {
          lastNumber: sql`${billSeries.lastNumber} + 1`,
          lastIssuedAt: sql`greatest(${billSeries.lastIssuedAt}, excluded.last_issued_at)`,
        },
      })
      .returning({ number: billSeries.lastNumber, issuedAt: billSeries.lastIssuedAt }),
  )
  const number = sql`(select last_number from taken)`
  const issuedAt = sql`(select last_issued_at from taken)`
  await db
    .with(taken)
    .insert(bills)
    .values({ ...row, number, issuedAt })
}

/** A payment has at most one document of each cause. */
export const findBillOf = (db: Db, paymentID: string, cause: BillCause): Promise<BillRow | undefined> =>
  db
    .select()
    .from(bills)
    .where(and(eq(bills.paymentID, paymentID), eq(bills.cause, cause)))
    .then(only)

const creditNote = alias(bills, 'credit_note')
/** The number of the credit note that takes a bill back. */
const creditedBy = creditNote.number

export const findBill = (db: Db, number: number, ownerID: string | undefined) =>
  db
    .select({ bill: bills, creditedBy })
    .from(bills)
    .innerJoin(bookings, eq(bookings.bookingID, bills.bookingID))
    .leftJoin(creditNote, eq(creditNote.creditsNumber, bills.number))
    .where(and(eq(bills.number, number), ownerID ? eq(bookings.userID, ownerID) : undefined))
    .then(only)

export interface BillFilter {
  text: string
  day?: string | undefined
  state?: BillState | undefined
}

export const listBillRows = (db: Db, filter: BillFilter, before: number | undefined, limit: number) =>
  db
    .select({ bill: bills, creditedBy })
    .from(bills)
    .leftJoin(creditNote, eq(creditNote.creditsNumber, bills.number))
    .where(and(isFound(filter), before === undefined ? undefined : lt(bills.number, before)))
    .orderBy(desc(bills.number))
    .limit(limit)

function isFound({ text, day, state }: BillFilter) {
  const number = readBillNumber(text)
  return and(
    number === undefined
      ? text
        ? or(
            eq(bills.bookingID, text.toUpperCase()),
            eq(bills.nicheCode, text),
            like(sql`lower(${bills.buyerName})`, `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`),
          )
        : undefined
      : eq(bills.number, number),
    day
      ? and(gte(bills.issuedAt, toInstant(day, '00:00')), lt(bills.issuedAt, toInstant(addDays(day, 1), '00:00')))
      : undefined,
    state &&
      (state === 'credited' ? isNotNull(creditNote.number) : and(eq(bills.kind, 'bill'), isNull(creditNote.number))),
  )
}

const lastEarlierEvent = sql`coalesce((select last_earlier_event from bill_series where series = ${seriesName}), 0)`

/** What was settled since then, and perhaps refunded, without a bill or credit note, in the order in which that happened. */
export const listUnbilled = (db: Db, since: Date, most: number) => {
  const cause = sql<BillCause>`case when ${paymentEvents.kind} = 'refunded' then 'refunded' else 'settled' end`
  const has = (which: typeof cause | BillCause) =>
    sql`exists (select from ${bills} where ${bills.paymentID} = ${paymentEvents.paymentID} and ${bills.cause} = ${which})`
  return db
    .select({ paymentID: payments.paymentID, cause })
    .from(paymentEvents)
    .innerJoin(payments, eq(payments.paymentID, paymentEvents.paymentID))
    .where(
      and(
        gte(payments.settledAt, since),
        inArray(paymentEvents.kind, ['paid', 'waived', 'refunded']),
        gt(paymentEvents.eventID, lastEarlierEvent),
        sql`not ${has(cause)}`,
        or(sql`${paymentEvents.kind} <> 'refunded'`, has('settled')),
      ),
    )
    .orderBy(asc(paymentEvents.at), asc(paymentEvents.eventID))
    .limit(most)
}
