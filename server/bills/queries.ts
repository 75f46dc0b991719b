import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  not,
  or,
  type Placeholder,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type BillCause, type BillState, readBillNumber, billSeries as seriesName } from '#contract/bills/bill.ts'
import { addDays, toInstant } from '#contract/dates.ts'
import { toBareCode } from '#contract/niches/niche.ts'
import { bareCodeOf } from '#server/database/bare-code.ts'
import { preparedStatement } from '#server/database/prepared.ts'
import { billSeries, bills, bookings, house, niches, paymentEvents, payments } from '#server/database/schema.ts'
import { type Db, isThere, only } from '#server/ports/database.ts'

export type BillRow = typeof bills.$inferSelect
export type NewBill = Omit<BillRow, 'number' | 'issuedAt'>

/**
 * Takes the next number and writes the document with it, in one statement. Until the commit nobody else takes a number, so it is the last
 * statement of its transaction, and built once. A document is never older than the one before it.
 */
const insertion = preparedStatement((db) => {
  const taken = db.$with('taken').as(
    db
      .insert(billSeries)
      .values({ series: seriesName, lastNumber: 1, lastIssuedAt: sql.placeholder('at') })
      .onConflictDoUpdate({
        target: billSeries.series,
        set: {
          lastNumber: sql`${billSeries.lastNumber} + 1`,
          lastIssuedAt: sql`greatest(${billSeries.lastIssuedAt}, excluded.last_issued_at)`,
        },
      })
      .returning({ number: billSeries.lastNumber, issuedAt: billSeries.lastIssuedAt }),
  )
  const { number: _, issuedAt: __, ...columns } = getTableColumns(bills)
  const names = Object.keys(columns) as (keyof NewBill)[]
  const row = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Record<
    keyof NewBill,
    Placeholder
  >
  const number = sql`(select last_number from taken)`
  const issuedAt = sql`(select last_issued_at from taken)`
  return db
    .with(taken)
    .insert(bills)
    .values({ ...row, number, issuedAt })
    .returning({ number: bills.number })
    .prepare('insert_bill')
})

export async function insertWithNextNumber(db: Db, row: NewBill, at: Date): Promise<number> {
  const [written] = await insertion(db).execute({ ...row, at })
  if (!written) throw new Error('A bill was not written')
  return written.number
}

/** A payment is settled, refunded and credited at most once. */
export const findBillOf = (db: Db, paymentID: string, cause: BillCause): Promise<BillRow | undefined> =>
  db
    .select()
    .from(bills)
    .where(and(eq(bills.paymentID, paymentID), eq(bills.cause, cause)))
    .then(only)

/** The bill itself or, after corrections, the one that holds now. */
export const findNewestBill = async (db: Db, paymentID: string): Promise<BillRow | undefined> => {
  const which = and(eq(bills.paymentID, paymentID), eq(bills.kind, 'bill'))
  return (await db.select().from(bills).where(which).orderBy(desc(bills.number)).limit(1))[0]
}

/** Whoever settles or refunds a payment locks it, and so does who corrects its bill. */
export const lockPaymentOfBill = (db: Db, number: number) =>
  db
    .select()
    .from(payments)
    .where(
      eq(payments.paymentID, db.select({ paymentID: bills.paymentID }).from(bills).where(eq(bills.number, number))),
    )
    .for('update')
    .then(only)

/** The number of that bill, for lists: after a correction they link to the new bill, as the receipt does. */
export const newestBillOf = (paymentID: SQLWrapper) =>
  sql<
    number | null
  >`(select max(newest.number) from ${bills} newest where newest.payment_id = ${paymentID} and newest.kind = 'bill')`

const creditNote = alias(bills, 'credit_note')
/** The number of the credit note that takes a bill back. */
const creditedBy = creditNote.number
const replacement = alias(bills, 'replacement')

const isUncredited = and(eq(bills.kind, 'bill'), isNull(creditNote.number))
const isAwaited = eq(payments.paymentStatus, 'Billed').inlineParams()

const isInState = (state: BillState, today: string) =>
  ({
    credited: isNotNull(creditNote.number),
    paid: and(isUncredited, not(isAwaited)),
    open: and(isUncredited, isAwaited, gte(bills.dueOn, today)),
    overdue: and(isUncredited, isAwaited, lt(bills.dueOn, today)),
  })[state]

const stateOn = (today: string) =>
  sql<BillState | null>`case when ${isInState('credited', today)} then 'credited' when ${isInState('overdue', today)} then 'overdue'
    when ${isInState('open', today)} then 'open' when ${bills.kind} = 'bill' then 'paid' end`

export const findBill = (db: Db, number: number, ownerID: string | undefined, today: string) =>
  db
    .select({
      bill: bills,
      creditedBy,
      replacedBy: replacement.number,
      state: stateOn(today),
      /** Other notes of clerks are not for the bill. */
      transfer: sql<string>`case when ${bills.dueOn} is null then '' else ${payments.note} end`,
    })
    .from(bills)
    .innerJoin(payments, eq(payments.paymentID, bills.paymentID))
    .innerJoin(bookings, eq(bookings.bookingID, bills.bookingID))
    .leftJoin(creditNote, eq(creditNote.creditsNumber, bills.number))
    .leftJoin(replacement, eq(replacement.replacesNumber, bills.number))
    .where(and(eq(bills.number, number), ownerID ? eq(bookings.userID, ownerID) : undefined))
    .then(only)

export interface BillFilter {
  text: string
  day?: string | undefined
  state?: BillState | undefined
}

export const listBillRows = (db: Db, filter: BillFilter, today: string, before: number | undefined, limit: number) =>
  db
    .select({ bill: bills, state: stateOn(today) })
    .from(bills)
    .innerJoin(payments, eq(payments.paymentID, bills.paymentID))
    .leftJoin(creditNote, eq(creditNote.creditsNumber, bills.number))
    .where(and(isFound(db, filter, today), before === undefined ? undefined : lt(bills.number, before)))
    .orderBy(desc(bills.number))
    .limit(limit)

/** The niches of a code, in upper or lower case and with or without its hyphens. An array, so that the index of bills by niche is used. */
const codesOf = (db: Db, text: string) => {
  const isNiche = eq(bareCodeOf(niches.nicheCode), toBareCode(text))
  return sql`array(${db.select({ nicheCode: niches.nicheCode }).from(niches).where(isNiche)})`
}

function isNamed(db: Db, text: string) {
  const number = readBillNumber(text)
  const isOfNiche = sql`${bills.nicheCode} = any(${codesOf(db, text)})`
  if (number === undefined)
    return or(
      eq(bills.bookingID, text.toUpperCase()),
      isOfNiche,
      like(sql`lower(${bills.buyerName})`, `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`),
    )
  /** The code of a niche may be all digits, too. */
  const isDigits = /^\d+$/.test(text)
  return isDigits ? or(eq(bills.number, number), isOfNiche) : eq(bills.number, number)
}

function isFound(db: Db, { text, day, state }: BillFilter, today: string) {
  return and(
    text ? isNamed(db, text) : undefined,
    day ? isIssuedBetween(day, day) : undefined,
    state && isInState(state, today),
  )
}

/** The numbers and the account of bills; undefined before the first one, unless they were set. */
export const findSeries = (db: Db) => db.select().from(billSeries).where(isOwnSeries).then(only)

export const isOwnSeries = eq(billSeries.series, seriesName)

/** Everything of the house that is on a bill. Read with what was sold, because whoever pays waits for it. Null until it was saved. */
export const issuerColumns = {
  name: house.name,
  address: house.address,
  registrationNumber: house.registrationNumber,
  taxNote: house.taxNote,
  taxNumber: house.taxNumber,
  taxRegisteredOn: house.taxRegisteredOn,
  taxRates: house.taxRates,
  taxRounding: house.taxRounding,
  nicheAccount: billSeries.nicheAccount,
  chargeAccount: billSeries.chargeAccount,
  payTo: billSeries.payTo,
}
/** A house that has saved its details has each of these. */
export type Issuer = { [Column in keyof typeof issuerColumns]: (typeof issuerColumns)[Column]['_']['data'] | null }

interface SeriesSettings {
  firstNumber: number
  nicheAccount: string
  chargeAccount?: string | undefined
  payTo?: string | undefined
}

/** Not if there is a bill with another first number: then it returns false. */
export async function saveSeries(db: Db, { firstNumber, ...accounts }: SeriesSettings): Promise<boolean> {
  const lastNumber = firstNumber - 1
  const isUnused = sql`${billSeries.lastNumber} < ${billSeries.firstNumber}`
  const saved = await db
    .insert(billSeries)
    .values({ series: seriesName, firstNumber, lastNumber, ...accounts })
    .onConflictDoUpdate({
      target: billSeries.series,
      set: {
        firstNumber,
        ...accounts,
        lastNumber: sql`case when ${isUnused} then ${lastNumber} else ${billSeries.lastNumber} end`,
      },
      setWhere: sql`${isUnused} or ${billSeries.firstNumber} = ${firstNumber}`,
    })
    .returning({ series: billSeries.series })
  return saved.length > 0
}

/** What was issued in a period, the oldest first. `after` is the last number of the previous batch. */
export const listIssuedBills = (
  db: Db,
  { from, to }: { from: string; to: string },
  after: number | undefined,
  limit: number,
): Promise<BillRow[]> =>
  db
    .select()
    .from(bills)
    .where(and(isIssuedBetween(from, to), after === undefined ? undefined : gt(bills.number, after)))
    .orderBy(asc(bills.number))
    .limit(limit)

const isIssuedBetween = (from: string, to: string) =>
  and(gte(bills.issuedAt, toInstant(from, '00:00')), lt(bills.issuedAt, toInstant(addDays(to, 1), '00:00')))

const lastEarlierEvent = sql`coalesce((select last_earlier_event from bill_series where series = ${seriesName}), 0)`

/** Whether money of this payment came in after there were bills. */
export const isSinceBills = (db: Db, paymentID: string): Promise<boolean> =>
  isThere(
    db,
    paymentEvents,
    and(
      eq(paymentEvents.paymentID, paymentID),
      inArray(paymentEvents.kind, ['paid', 'waived', 'late']),
      gt(paymentEvents.eventID, lastEarlierEvent),
    ),
  )

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
