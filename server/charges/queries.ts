import { and, asc, desc, eq, getTableColumns, gte, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ChargeState } from '#contract/charges/charge.ts'
import { toAmount } from '#contract/money.ts'
import { newestBillOf } from '#server/bills/public.ts'
import { holderName } from '#server/database/holder.ts'
import {
  beneficiaries,
  bookings,
  chargeMoves,
  charges,
  dueCharges,
  payments,
  registerEntries,
  users,
} from '#server/database/schema.ts'
import { type Db, isThere, only } from '#server/ports/database.ts'

export type ChargeRow = typeof charges.$inferSelect

/** Whoever adds, waives or pays charges of a booking locks it, before the payment. False if there is no such booking. */
export const lockBookingOf = async (db: Db, bookingID: string): Promise<boolean> =>
  (
    await db
      .select({ bookingID: bookings.bookingID })
      .from(bookings)
      .where(eq(bookings.bookingID, bookingID))
      .for('update')
  ).length > 0

export const findCharge = (db: Db, chargeID: string): Promise<ChargeRow | undefined> =>
  db.select().from(charges).where(eq(charges.chargeID, chargeID)).then(only)

/** The charge with who added it, and why. */
export const findAddedCharge = (db: Db, chargeID: string) =>
  db
    .select({ ...getTableColumns(charges), reason: chargeMoves.reason, addedByID: chargeMoves.actorID })
    .from(charges)
    .innerJoin(
      chargeMoves,
      and(eq(chargeMoves.chargeID, charges.chargeID), eq(chargeMoves.event, 'add').inlineParams()),
    )
    .where(eq(charges.chargeID, chargeID))
    .then(only)
export type AddedCharge = NonNullable<Awaited<ReturnType<typeof findAddedCharge>>>

export const isChargedFor = (db: Db, chargedFor: string): Promise<boolean> =>
  isThere(db, charges, eq(charges.chargedFor, chargedFor))

const state = sql<ChargeState>`case
  when ${charges.waivedAt} is not null then 'waived'
  when ${payments.paymentStatus} = 'Paid' then 'paid'
  when ${payments.paymentStatus} = 'Billed' then 'billed'
  when ${payments.paymentStatus} in ('Refunding', 'Refunded') then 'refunded'
  else 'due' end`

const added = alias(chargeMoves, 'added')
const waived = alias(chargeMoves, 'waived')

const selectCharges = (db: Db) =>
  db
    .select({
      chargeID: charges.chargeID,
      bookingID: charges.bookingID,
      text: charges.text,
      cents: charges.cents,
      state,
      addedAt: charges.addedAt,
      addedBy: users.fullName,
      reason: sql<string>`coalesce(${waived.reason}, ${added.reason})`,
      paymentID: charges.paymentID,
      bill: newestBillOf(charges.paymentID),
    })
    .from(charges)
    .innerJoin(added, and(eq(added.chargeID, charges.chargeID), eq(added.event, 'add')))
    .leftJoin(waived, and(eq(waived.chargeID, charges.chargeID), eq(waived.event, 'waive')))
    .leftJoin(users, eq(users.userID, added.actorID))
    .leftJoin(payments, eq(payments.paymentID, charges.paymentID))
    .orderBy(desc(charges.addedAt), asc(charges.chargeID))
    .$dynamic()
export type ListedCharge = Awaited<ReturnType<typeof selectCharges>>[number]

export const listCharges = (db: Db, bookingID: string): Promise<ListedCharge[]> =>
  selectCharges(db).where(eq(charges.bookingID, bookingID))

/** Who added, waived or refunded the charges of a booking. */
export const listChargeMoves = (db: Db, bookingID: string) =>
  db
    .select({
      event: chargeMoves.event,
      at: chargeMoves.at,
      by: sql<string>`coalesce(${users.fullName}, 'Columba')`,
      text: charges.text,
      cents: charges.cents,
      reason: chargeMoves.reason,
    })
    .from(charges)
    .innerJoin(chargeMoves, eq(chargeMoves.chargeID, charges.chargeID))
    .leftJoin(users, eq(users.userID, chargeMoves.actorID))
    .where(eq(charges.bookingID, bookingID))
    .orderBy(asc(chargeMoves.moveID))

export const listDueOfOwner = (db: Db, userID: string): Promise<ListedCharge[]> =>
  selectCharges(db)
    .innerJoin(dueCharges, eq(dueCharges.chargeID, charges.chargeID))
    .innerJoin(bookings, eq(bookings.bookingID, charges.bookingID))
    .where(eq(bookings.userID, userID))

export const listDue = (db: Db, bookingID: string) =>
  db.select().from(dueCharges).where(eq(dueCharges.bookingID, bookingID)).orderBy(asc(dueCharges.addedAt))

export const sumCents = (rows: readonly { cents: number }[]): number => rows.reduce((sum, { cents }) => sum + cents, 0)

/** What is due for a booking in all; null if nothing is. */
export async function readAmountDue(db: Db, bookingID: string): Promise<string | null> {
  const cents = sumCents(await listDue(db, bookingID))
  return cents > 0 ? toAmount(cents) : null
}

/** Links the charges to the payment that pays them; null for none any more. */
export const linkCharges = async (db: Db, chargeIDs: readonly string[], paymentID: string | null) => {
  await db
    .update(charges)
    .set({ paymentID })
    .where(inArray(charges.chargeID, [...chargeIDs]))
}

export const listChargeIDsOf = async (db: Db, paymentID: string): Promise<string[]> =>
  (await db.select({ chargeID: charges.chargeID }).from(charges).where(eq(charges.paymentID, paymentID))).map(
    ({ chargeID }) => chargeID,
  )

/** The holder of a booking, for letters and to know whose it is. */
export const findHolder = (db: Db, bookingID: string) =>
  db
    .select({
      userID: bookings.userID,
      email: users.email,
      fullName: holderName,
      beneficiaryName: beneficiaries.beneficiaryName,
    })
    .from(bookings)
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .where(eq(bookings.bookingID, bookingID))
    .then(only)

/** Card payments of charges that were started and not settled. One that was given up may have been paid. */
const selectStarted = (db: Db, which: SQL | undefined) =>
  db
    .select({ intentID: sql<string>`${payments.intentID}` })
    .from(payments)
    .where(
      and(
        isNotNull(payments.chargedBookingID),
        isNotNull(payments.intentID),
        inArray(payments.paymentStatus, ['Pending', 'Failed']).inlineParams(),
        which,
      ),
    )

/** The payments of a booking, the newest first. */
export const listStartedOf = (db: Db, bookingID: string) =>
  selectStarted(db, eq(payments.chargedBookingID, bookingID)).orderBy(desc(payments.createdAt)).limit(5)

/** A card payment of these charges; without an ID, the newest one. */
export const findStarted = async (db: Db, bookingID: string, paymentID: string | undefined) => {
  const which = paymentID ? eq(payments.paymentID, paymentID) : undefined
  const rows = await db
    .select({ paymentID: payments.paymentID, paymentStatus: payments.paymentStatus })
    .from(payments)
    .where(and(eq(payments.chargedBookingID, bookingID), isNotNull(payments.intentID), which))
    .orderBy(desc(payments.createdAt))
    .limit(1)
  return rows[0]
}

/** The same of all bookings, lately, in random order. */
export const listStartedPayments = (db: Db, since: Date, most: number) =>
  selectStarted(db, gte(payments.createdAt, since)).orderBy(sql`random()`).limit(most)

export const findOpenPayment = (db: Db, bookingID: string) =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.chargedBookingID, bookingID), eq(payments.paymentStatus, 'Pending').inlineParams()))
    .for('update')
    .then(only)
