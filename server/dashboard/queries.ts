import { and, asc, between, count, eq, gt, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Period } from '#contract/dashboard/api.ts'
import { whereStillPending, whereUnpaid } from '#server/bookings/public.ts'
import { holderName } from '#server/database/holder.ts'
import {
  beneficiaries,
  bills,
  blockLocations,
  bookings,
  buildings,
  certificateRequests,
  dueCharges,
  nicheLocations,
  niches,
  paidBookingID,
  paymentEvents,
  payments,
  registerEntries,
  rightLetters,
  rights,
  statDeltas,
  statTotals,
  urnRequests,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

/**
 * The current count for each of these keys, or for all: the totals plus the changes since the last roll-up. All are many, because there are
 * two for each block.
 */
export async function readStatCounts(db: Db, keys?: readonly string[]): Promise<Map<string, number>> {
  /** One parameter, however many keys there are. */
  const isWanted = (key: AnyPgColumn) => keys && sql`${key} = any(${sql.param([...keys])}::text[])`
  const both = db
    .select()
    .from(statTotals)
    .where(isWanted(statTotals.key))
    .unionAll(
      db.select({ key: statDeltas.key, amount: statDeltas.amount }).from(statDeltas).where(isWanted(statDeltas.key)),
    )
    .as('both')
  const rows = await db
    .select({ key: both.key, amount: sql<number>`sum(${both.amount})::float8` })
    .from(both)
    .groupBy(both.key)
  return new Map(rows.map(({ key, amount }) => [key, amount]))
}

export const listBuildings = (db: Db) => db.select().from(buildings).orderBy(asc(buildings.position))

export const listBlocksWithHall = (db: Db) =>
  db.select({ blockID: blockLocations.blockID, buildingID: blockLocations.buildingID }).from(blockLocations)

const countFrom = ([row]: { count: number }[]) => row?.count ?? 0

export const countUnpaid = (db: Db) => db.select({ count: count() }).from(bookings).where(whereUnpaid).then(countFrom)

const isAsked = eq(certificateRequests.status, 'Open').inlineParams()

/** Bookings that wait for the family's certificate. No clerk can decide on them, so the queue leaves them out. */
export const countWaitingForFamily = (db: Db) =>
  db.select({ count: count() }).from(certificateRequests).where(isAsked).then(countFrom)

export const countUrnRequests = (db: Db) =>
  db
    .select({ count: count() })
    .from(urnRequests)
    .leftJoin(certificateRequests, and(eq(certificateRequests.bookingID, urnRequests.bookingID), isAsked))
    .where(and(eq(urnRequests.status, 'Open'), isNull(certificateRequests.requestID)))
    .then(countFrom)

/** The longest wait for a decision that staff can make. An unpaid booking has a hold and does not count. */
export const findLongestWait = (db: Db) =>
  db
    .select({ longestWait: bookings.waitingSince, waitsLongest: bookings.bookingID })
    .from(bookings)
    .leftJoin(certificateRequests, and(eq(certificateRequests.bookingID, bookings.bookingID), isAsked))
    .where(
      and(
        eq(bookings.bookingStatus, 'Pending').inlineParams(),
        isNull(bookings.holdExpiresAt),
        isNull(certificateRequests.requestID),
      ),
    )
    .orderBy(asc(bookings.waitingSince))
    .limit(1)
    .then(([found]) => found ?? { longestWait: null, waitsLongest: null })

/** How many living rights end in each of these years. */
export async function countEnding(db: Db, years: readonly number[]) {
  const year = sql<number>`extract(year from ${rights.endsOn})`.mapWith(Number)
  const rows = await db
    .select({ year, rights: count() })
    .from(rights)
    .where(
      and(
        eq(rights.state, 'living').inlineParams(),
        between(rights.endsOn, `${Math.min(...years)}-01-01`, `${Math.max(...years)}-12-31`),
      ),
    )
    .groupBy(year)
  return years.map((each) => rows.find(({ year }) => year === each) ?? { year: each, rights: 0 })
}

const isRefunding = eq(payments.paymentStatus, 'Refunding').inlineParams()

export const countRefunds = (db: Db) => db.select({ count: count() }).from(payments).where(isRefunding).then(countFrom)

export const countReturnedLetters = (db: Db) =>
  db
    .select({ count: count() })
    .from(rightLetters)
    .where(and(isNotNull(rightLetters.cameBackAt), isNull(rightLetters.settledAt)))
    .then(countFrom)

const monthBooked = sql<string>`to_char(${bookings.createdAt} at time zone 'Asia/Singapore', 'YYYY-MM')`

/** Sums by hall and month of the booking. Few rows: what nobody pays for lapses, and refunds are paid out. */
const sumPayments = (db: Db, isOfBooking: SQL, where: SQL | undefined) =>
  db
    .select({
      buildingID: nicheLocations.buildingID,
      month: monthBooked,
      cents: sql<number>`sum(${payments.amountCents})::float8`,
    })
    .from(bookings)
    .innerJoin(payments, isOfBooking)
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, bookings.nicheID))
    .where(where)
    .groupBy(nicheLocations.buildingID, monthBooked)
export type OpenSum = Awaited<ReturnType<typeof sumPayments>>[number]

/** What families have still to pay, while their niches are kept for them. */
export const sumOutstanding = (db: Db, now: Date) =>
  sumPayments(db, eq(payments.bookingID, bookings.bookingID), and(whereUnpaid, whereStillPending(now)))

export const sumRefundsToPay = (db: Db) => sumPayments(db, eq(bookings.bookingID, paidBookingID), isRefunding)

const isBilled = eq(payments.paymentStatus, 'Billed').inlineParams()

/** What organisations have still to transfer. */
export const sumBilled = (db: Db) => sumPayments(db, eq(bookings.bookingID, payments.chargedBookingID), isBilled)

/** What they should have transferred by now. A corrected bill has the due day of the first one. */
export const sumOverdue = async (db: Db, today: string) => {
  const [sum] = await db
    .select({ bills: count(), cents: sql<number>`coalesce(sum(${payments.amountCents}), 0)::float8` })
    .from(payments)
    .innerJoin(bills, and(eq(bills.paymentID, payments.paymentID), eq(bills.cause, 'settled')))
    .where(and(isBilled, lt(bills.dueOn, today)))
  return sum ?? { bills: 0, cents: 0 }
}

/** What families have still to pay for charges. */
export const sumDueCharges = (db: Db): Promise<OpenSum[]> =>
  db
    .select({
      buildingID: nicheLocations.buildingID,
      month: monthBooked,
      cents: sql<number>`sum(${dueCharges.cents})::float8`,
    })
    .from(dueCharges)
    .innerJoin(bookings, eq(bookings.bookingID, dueCharges.bookingID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, bookings.nicheID))
    .groupBy(nicheLocations.buildingID, monthBooked)

interface ExportCursor {
  at: Date
  id: string
}
const startOf = (day: string) => sql`${day}::date::timestamp at time zone 'Asia/Singapore'`
const endOf = (day: string) => sql`(${day}::date + 1)::timestamp at time zone 'Asia/Singapore'`

/** One page of the bookings of a period, oldest first, after the cursor. */
export const listBookingsForExport = (db: Db, period: Period, after: ExportCursor | undefined, limit: number) =>
  db
    .select({
      bookingID: bookings.bookingID,
      at: bookings.createdAt,
      bookingStatus: bookings.bookingStatus,
      bookingType: bookings.bookingType,
      nicheCode: niches.nicheCode,
      applicant: holderName,
      beneficiary: beneficiaries.beneficiaryName,
      amountCents: payments.amountCents,
      paymentMethod: payments.paymentMethod,
      paymentStatus: payments.paymentStatus,
      madeBy: bookings.madeBy,
    })
    .from(bookings)
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .leftJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .where(isInPart(bookings.createdAt, bookings.bookingID, period, after))
    .orderBy(asc(bookings.createdAt), asc(bookings.bookingID))
    .limit(limit)

export type BookingExportRow = Awaited<ReturnType<typeof listBookingsForExport>>[number]

/** The same for payments, by the time of settlement. */
export const exportPayments = (db: Db, period: Period, after: ExportCursor | undefined, limit: number) =>
  db
    .select({
      paymentID: payments.paymentID,
      bookingID: paidBookingID,
      at: sql<Date>`${payments.settledAt}`.mapWith(payments.settledAt),
      amountCents: payments.amountCents,
      paymentMethod: payments.paymentMethod,
      paymentStatus: payments.paymentStatus,
      note: payments.note,
      /** The price when the booking was made, which a clerk may have changed when it was paid. */
      dueCents: sql<number>`coalesce(${selectOpeningAmount(db)}, ${payments.amountCents})`,
    })
    .from(payments)
    .where(isInPart(payments.settledAt, payments.paymentID, period, after))
    .orderBy(asc(payments.settledAt), asc(payments.paymentID))
    .limit(limit)

const selectOpeningAmount = (db: Db) =>
  db
    .select({ amountCents: paymentEvents.amountCents })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentID, payments.paymentID), eq(paymentEvents.kind, 'opened')))

export type PaymentExportRow = Awaited<ReturnType<typeof exportPayments>>[number]

type TimeColumn = typeof bookings.createdAt | typeof payments.settledAt
type IDColumn = typeof bookings.bookingID | typeof payments.paymentID

/** The rows in the period, after the last row of the part before. */
const isInPart = (time: TimeColumn, id: IDColumn, { from, to }: Period, after: ExportCursor | undefined) =>
  and(
    gte(time, startOf(from)),
    lt(time, endOf(to)),
    after && or(gt(time, after.at), and(eq(time, after.at), gt(id, after.id))),
  )
