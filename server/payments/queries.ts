import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import { formatBillNumber } from '#contract/bills/bill.ts'
import { toAmount } from '#contract/money.ts'
import { isOwnSeries, issuerColumns, newestBillOf } from '#server/bills/public.ts'
import { holderAddress, holderContact, holderName } from '#server/database/holder.ts'
import { preparedStatement } from '#server/database/prepared.ts'
import { rowsAfter } from '#server/database/rows-after.ts'
import {
  beneficiaries,
  billSeries,
  bookings,
  charges,
  house,
  locationColumns,
  nicheLocations,
  paidBookingID,
  paymentEvents,
  paymentProblems,
  payments,
  registerEntries,
  users,
} from '#server/database/schema.ts'
import { pageOf } from '#server/http/paged.ts'
import { type Db, isThere, only } from '#server/ports/database.ts'
import { needsAnother } from './return-queries.ts'

export type PaymentRow = typeof payments.$inferSelect
/** A booking has one of its own; the payments of its charges name it in another column. */
export const paidBookingOf = ({ paymentID, bookingID, chargedBookingID }: PaymentRow): string => {
  const paid = bookingID ?? chargedBookingID
  if (!paid) throw new Error(`The payment ${paymentID} is for no booking`)
  return paid
}
export type PaymentEventRow = typeof paymentEvents.$inferInsert

export const paymentRow = (db: Db, row: typeof payments.$inferInsert) => db.insert(payments).values(row)
export const eventRow = (db: Db, row: PaymentEventRow) => db.insert(paymentEvents).values(row)

/**
 * Changes the payment and writes its event in one statement. Returns `undefined` if its status has changed since it was read: then the
 * caller must roll back.
 */
export const updatePaymentIfUnchanged = (
  db: Db,
  { paymentID, paymentStatus }: PaymentRow,
  set: Partial<PaymentRow>,
  event: PaymentEventRow,
) =>
  db
    .with(db.$with('recorded').as(db.insert(paymentEvents).values(event)))
    .update(payments)
    .set(set)
    .where(and(eq(payments.paymentID, paymentID), eq(payments.paymentStatus, paymentStatus)))
    .returning()
    .then(only)

/** Returns false if this provider event was recorded before, which means that it has already been applied. */
export async function insertPaymentEvent(db: Db, row: PaymentEventRow): Promise<boolean> {
  const kept = await eventRow(db, row)
    .onConflictDoNothing({ target: paymentEvents.providerEventID })
    .returning({ eventID: paymentEvents.eventID })
  return kept.length > 0
}

export const findPaymentRow = (db: Db, paymentID: string): Promise<PaymentRow | undefined> =>
  db.select().from(payments).where(eq(payments.paymentID, paymentID)).then(only)

export const lockPayment = (db: Db, paymentID: string): Promise<PaymentRow | undefined> =>
  db.select().from(payments).where(eq(payments.paymentID, paymentID)).for('update').then(only)

/** Looks for the payment ID in the intent's metadata too, in case the intent ID was never saved. */
export async function findPaymentOfIntent(db: Db, intentID: string, paymentID: string | undefined) {
  const which = or(eq(payments.intentID, intentID), paymentID ? eq(payments.paymentID, paymentID) : undefined)
  const [row] = await db.select().from(payments).where(which)
  return row
}

/** The same for many. */
export const listPaymentsOfIntents = (
  db: Db,
  intents: readonly { intentID: string; paymentID: string | undefined }[],
) => {
  const ofIntent = inArray(
    payments.intentID,
    intents.map(({ intentID }) => intentID),
  )
  const ofPayment = inArray(
    payments.paymentID,
    intents.flatMap(({ paymentID }) => paymentID ?? []),
  )
  return db.select().from(payments).where(or(ofIntent, ofPayment))
}

type ProviderIDs = Pick<PaymentRow, 'intentID' | 'refundID' | 'surplusIntentID'>

export const saveProviderIDs = async (db: Db, paymentID: string, ids: Partial<ProviderIDs>) => {
  await db.update(payments).set(ids).where(eq(payments.paymentID, paymentID))
}

/** The webhook, the page and the counter may all bring the same surplus. */
export const hasSurplusOf = (db: Db, paymentID: string, intentID: string): Promise<boolean> => {
  const ofIntent = sql`${paymentEvents.details} ->> 'intentID' = ${intentID}`
  const isSurplus = eq(paymentEvents.kind, 'surplus')
  return isThere(db, paymentEvents, and(eq(paymentEvents.paymentID, paymentID), isSurplus, ofIntent))
}

const isPendingCardRefund = and(
  eq(payments.paymentStatus, 'Refunding').inlineParams(),
  eq(payments.paymentMethod, 'Credit Card'),
  isNotNull(payments.intentID),
)

/** False if it is not due, or was taken back. From now on it cannot be taken back. */
export const claimDueRefund = async (db: Db, paymentID: string, now: Date): Promise<boolean> =>
  (
    await db
      .update(payments)
      .set({ refundDueAt: null })
      .where(and(eq(payments.paymentID, paymentID), lte(payments.refundDueAt, now)))
      .returning({ paymentID: payments.paymentID })
  ).length > 0

export const listDueRefunds = (db: Db, now: Date, most: number) =>
  db
    .select({ paymentID: payments.paymentID })
    .from(payments)
    .where(and(isNotNull(payments.refundDueAt), lte(payments.refundDueAt, now)))
    .orderBy(asc(payments.refundDueAt))
    .limit(most)

/** The order is random, so that refunds which never succeed cannot block the others. */
const inRandomOrder = sql`random()`

export const listUnconfirmedCardRefunds = (db: Db, most: number): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(and(isPendingCardRefund, withoutOpenProblem(db)))
    .orderBy(inRandomOrder)
    .limit(most)

export const listUnrefundedSurpluses = (db: Db, most: number): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(and(isNotNull(payments.surplusIntentID), withoutOpenProblem(db)))
    .orderBy(inRandomOrder)
    .limit(most)

/** Refunds that failed for good wait for a clerk. */
const withoutOpenProblem = (db: Db) =>
  notExists(
    db
      .select()
      .from(paymentProblems)
      .where(
        and(
          eq(paymentProblems.paymentID, payments.paymentID),
          inArray(paymentProblems.kind, ['RefundFailed', 'SurplusRefundFailed']),
          isNull(paymentProblems.settledAt),
        ),
      ),
  )

/** Payments that the provider may have settled or refunded, except those that a clerk has settled by hand. Recent failed ones are included, as they may be paid late. */
export const listUnsettledIntents = (db: Db, failedSince: Date): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(
      and(
        isNotNull(payments.intentID),
        notExists(
          db
            .select()
            .from(paymentProblems)
            .where(
              and(
                eq(paymentProblems.paymentID, payments.paymentID),
                eq(paymentProblems.intentID, payments.intentID),
                isNotNull(paymentProblems.settledByID),
              ),
            ),
        ),
        or(
          inArray(payments.paymentStatus, ['Pending', 'Refunding']),
          and(eq(payments.paymentStatus, 'Failed'), gte(payments.createdAt, failedSince)),
        ),
      ),
    )
    .orderBy(asc(payments.createdAt))

const listColumns = {
  paymentID: payments.paymentID,
  bookingID: paidBookingID,
  amountCents: payments.amountCents,
  paymentMethod: payments.paymentMethod,
  paymentStatus: payments.paymentStatus,
  createdAt: payments.createdAt,
  settledAt: payments.settledAt,
}
type Shown = Omit<Pick<PaymentRow, keyof typeof listColumns>, 'bookingID'> & { bookingID: string }

const toPayment = (row: Shown) => ({
  paymentID: row.paymentID,
  bookingID: row.bookingID,
  amount: toAmount(row.amountCents),
  paymentMethod: row.paymentMethod,
  paymentStatus: row.paymentStatus,
  paymentDate: row.settledAt ?? row.createdAt,
})

/** Without `ownerID`, finds anyone's payment. */
export async function findPayment(db: Db, paymentID: string, ownerID: string | undefined) {
  const [row] = await db
    .select(listColumns)
    .from(payments)
    .innerJoin(bookings, eq(bookings.bookingID, paidBookingID))
    .where(and(eq(payments.paymentID, paymentID), ownerID ? eq(bookings.userID, ownerID) : undefined))
  return row && toPayment(row)
}

/** The longest list that a reply contains. */
export const pageLength = 1000

/** An organisation has no account, and what it pays is not for the list of a family. */
const isByFamily = ne(payments.paymentMethod, 'Bank transfer')

const paidAt = sql`coalesce(${payments.settledAt}, ${payments.createdAt})`

export async function listPaymentsMade(db: Db, userID: string, cursor: string | undefined) {
  const isAfter = rowsAfter({ direction: 'desc', by: [paidAt], key: payments.paymentID }, cursor)
  const rows = await db
    .select({
      ...listColumns,
      isForCharges: sql<boolean>`${payments.bookingID} is null`,
      beneficiaryName: beneficiaries.beneficiaryName,
      bill: newestBillOf(payments.paymentID),
    })
    .from(payments)
    .innerJoin(
      bookings,
      or(eq(payments.bookingID, bookings.bookingID), eq(payments.chargedBookingID, bookings.bookingID)),
    )
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .where(
      and(eq(bookings.userID, userID), notInArray(payments.paymentStatus, ['Pending', 'Failed']), isByFamily, isAfter),
    )
    .orderBy(desc(paidAt), desc(payments.paymentID))
    .limit(pageLength + 1)
  const listed = rows.map((row) => ({
    ...toPayment(row),
    beneficiaryName: row.beneficiaryName,
    chargesBill: row.isForCharges && row.bill !== null ? formatBillNumber(row.bill) : null,
    isForCharges: row.isForCharges,
  }))
  return pageOf(listed, pageLength, ({ paymentID }) => paymentID)
}

interface RefundsReader {
  readerID: string
  clerks: readonly string[]
  cursor: string | undefined
}

export async function listRefundsDue(db: Db, { readerID, clerks, cursor }: RefundsReader) {
  const isAfter = rowsAfter({ direction: 'asc', by: [payments.createdAt], key: payments.paymentID }, cursor)
  const rows = await db
    .select({
      ...listColumns,
      beneficiaryName: beneficiaries.beneficiaryName,
      customerName: holderName,
      contactNumber: holderContact,
      failed: not(withoutOpenProblem(db)).mapWith(Boolean),
      needsAnother: needsAnother(db, readerID, clerks),
    })
    .from(payments)
    .innerJoin(bookings, eq(bookings.bookingID, paidBookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .where(and(eq(payments.paymentStatus, 'Refunding').inlineParams(), isAfter))
    .orderBy(asc(payments.createdAt), asc(payments.paymentID))
    .limit(pageLength + 1)
  const listed = rows.map((row) => {
    const { beneficiaryName, customerName, contactNumber, failed, needsAnother } = row
    return { ...toPayment(row), beneficiaryName, customerName, contactNumber, failed, needsAnother }
  })
  return pageOf(listed, pageLength, ({ paymentID }) => paymentID)
}

export const listStaffAddresses = (db: Db) =>
  db.select({ email: users.email, fullName: users.fullName }).from(users).where(eq(users.role, 'staff')).limit(50)

const selectFacts = (db: Db) =>
  db
    .select({
      ...listColumns,
      isForCharges: sql<boolean>`${payments.bookingID} is null`,
      cardLast4: payments.cardLast4,
      fullName: holderName,
      email: users.email,
      address: holderAddress,
      contactNumber: holderContact,
      beneficiaryName: beneficiaries.beneficiaryName,
      bookingType: bookings.bookingType,
      ...locationColumns,
      /** The house of today, for a bill. */
      issuer: issuerColumns,
    })
    .from(payments)
    .leftJoin(house, sql`true`)
    .leftJoin(billSeries, isOwnSeries)
    .innerJoin(bookings, eq(bookings.bookingID, paidBookingID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, bookings.nicheID))
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .$dynamic()

const factsByPayment = preparedStatement((db) =>
  selectFacts(db)
    .where(eq(payments.paymentID, sql.placeholder('paymentID')))
    .prepare('payment_facts'),
)

/** The facts in letters about a payment, and in its bill. */
export async function findPaymentFacts(db: Db, paymentID: string) {
  const [facts] = await factsByPayment(db).execute({ paymentID })
  return facts && { ...facts, charges: facts.isForCharges ? await listChargesOf(db, paymentID) : [] }
}
export type PaymentFacts = NonNullable<Awaited<ReturnType<typeof findPaymentFacts>>>

/** What a payment of charges pays, in the order in which it was charged. */
const listChargesOf = (db: Db, paymentID: string) =>
  db
    .select({
      text: charges.text,
      grossCents: charges.cents,
      rate: charges.taxRate,
      category: charges.taxCategory,
      account: charges.accountCode,
    })
    .from(charges)
    .where(eq(charges.paymentID, paymentID))
    .orderBy(asc(charges.addedAt), asc(charges.chargeID))

/** The same of the payment of a booking, for its receipt. */
export async function findReceiptFacts(db: Db, bookingID: string, ownerID?: string): Promise<PaymentFacts | undefined> {
  const isOwn = ownerID ? eq(bookings.userID, ownerID) : undefined
  const facts = await selectFacts(db)
    .where(and(eq(payments.bookingID, bookingID), isOwn))
    .then(only)
  return facts && { ...facts, charges: [] }
}
