import { and, asc, desc, eq, gt, type Placeholder, sql } from 'drizzle-orm'
import type { Language } from '#contract/words/languages.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { holderContact, holderName } from '#server/database/holder.ts'
import { listedID, listedIDs } from '#server/database/listed-ids.ts'
import { preparedStatement } from '#server/database/prepared.ts'
import {
  beneficiaries,
  bookingMoves,
  bookings,
  certificateRequests,
  niches,
  payments,
  registerEntries,
  urnRequests,
  users,
} from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'
import { readTermOf } from '#server/rights/public.ts'
import { isActive, whereHoldLapsed, whereStillPending } from './holds.ts'
import { type BookingInNiche, findPlaceAgain, heldUrn, listInNiche, placedUrn } from './places.ts'

/** A booking in one row with what belongs to it; `urn` and `certificateRequest` are its open requests, if it has them. */
const bookingByID = preparedStatement((db) =>
  db
    .select({
      booking: bookings,
      payment: payments,
      urn: urnRequests,
      certificateRequest: certificateRequests,
      email: users.email,
      language: users.language,
      fullName: holderName,
      contactNumber: holderContact,
      entry: registerEntries,
      nicheCode: niches.nicheCode,
      currentNicheStatus: niches.status,
      capacity: niches.capacity,
      beneficiary: beneficiaries,
      placedUrn,
      heldUrn,
    })
    .from(bookings)
    .leftJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .leftJoin(urnRequests, and(eq(urnRequests.bookingID, bookings.bookingID), eq(urnRequests.status, 'Open')))
    .leftJoin(
      certificateRequests,
      and(eq(certificateRequests.bookingID, bookings.bookingID), eq(certificateRequests.status, 'Open')),
    )
    .where(eq(bookings.bookingID, sql.placeholder('bookingID')))
    .prepare('booking_by_id'),
)

/** A booking locked until the transaction ends, with everything that decides its next move. */
export interface LockedBooking {
  booking: typeof bookings.$inferSelect
  /** A booking from a register has none. */
  payment: typeof payments.$inferSelect | null
  /** The open urn request; `null` if none is open. */
  urn: typeof urnRequests.$inferSelect | null
  /** The open request for a certificate; `null` if none is open. */
  certificateRequest: typeof certificateRequests.$inferSelect | null
  /** The email address is null if a booking from a register is not linked to an account. */
  applicant: { email: string | null; fullName: string; language: Language | null }
  nicheCode: string
  currentNicheStatus: typeof niches.$inferSelect.status
  beneficiary: typeof beneficiaries.$inferSelect
  /** What the register says, for an imported booking. */
  entry: typeof registerEntries.$inferSelect | null
  /** The tag of the urn, if it is in the niche now. */
  placedUrn: string | null
  /** The tag of the urn, if the house has it outside a niche. */
  heldUrn: string | null
  /** The other active bookings of its niche, which cannot move meanwhile. Always empty in a niche for one person. */
  others: BookingInNiche[]
  /** The place that it could take if it has ended. */
  placeAgain: number | undefined
}

/** The background job skips bookings that another transaction has locked. */
type LockOptions = { skipLocked?: true }

/**
 * Locks in one query and reads in another, so that the read sees what the previous lock holder committed. A niche for several people is
 * locked before its booking, so that two who move several of its bookings do not deadlock.
 */
export async function lockBooking(
  db: Db,
  bookingID: string,
  lock: LockOptions = {},
): Promise<LockedBooking | undefined> {
  const ofBooking = eq(bookings.bookingID, bookingID)
  const nicheID = db.select({ nicheID: bookings.nicheID }).from(bookings).where(ofBooking)
  const shared = db.$with('shared').as(
    db
      .select({ nicheID: niches.nicheID, capacity: niches.capacity })
      .from(niches)
      .where(and(eq(niches.nicheID, nicheID), gt(niches.capacity, 1)))
      .for('no key update'),
  )
  const [lockedRow] = await db
    .with(shared)
    .select({ shared: { nicheID: shared.nicheID, capacity: shared.capacity } })
    .from(bookings)
    .leftJoin(shared, sql`true`)
    .where(ofBooking)
    .for('update', { of: bookings, ...lock })
  if (!lockedRow) return undefined
  const inNiche = lockedRow.shared ? await listInNiche(db, lockedRow.shared.nicheID) : []
  const [locked] = await bookingByID(db).execute({ bookingID })
  if (!locked) return undefined
  const others = inNiche.filter((each) => isActive(each) && each.bookingID !== bookingID)
  const placeAgain = findPlaceAgain(locked, inNiche, lockedRow.shared?.capacity)
  return {
    ...locked,
    others,
    placeAgain,
    applicant: { email: locked.email, fullName: locked.fullName, language: locked.language },
  }
}

/** Every booking but those from a register. */
export type BookingWithPayment = LockedBooking & { payment: NonNullable<LockedBooking['payment']> }
export const hasPayment = (locked: LockedBooking): locked is BookingWithPayment => locked.payment !== null

/** The booking for the approval page, in one row. */
export async function findApproval(db: Db, bookingID: string) {
  const [found] = await bookingByID(db).execute({ bookingID })
  if (!found) return undefined
  const { booking, payment, entry, fullName, currentNicheStatus, ...rest } = found
  return {
    ...booking,
    ...rest,
    paymentID: payment?.paymentID ?? null,
    amountCents: payment?.amountCents ?? null,
    paymentMethod: payment?.paymentMethod ?? null,
    paymentStatus: payment?.paymentStatus ?? null,
    settledAt: payment?.settledAt ?? null,
    register: entry && { ...entry, ...(await readTermOf(db, bookingID)) },
    customerName: fullName,
    nicheStatus: currentNicheStatus,
  }
}

/** The booking that keeps the niche, even if its hold has lapsed. */
export const findActiveBooking = (db: Db, nicheID: string) => activeBooking(db).execute({ nicheID }).then(only)

const activeBooking = preparedStatement((db) =>
  db
    .select({
      bookingID: bookings.bookingID,
      userID: bookings.userID,
      createdByID: bookings.createdByID,
      besideBookingID: bookings.besideBookingID,
      bookingStatus: bookings.bookingStatus,
      holdExpiresAt: bookings.holdExpiresAt,
    })
    .from(bookings)
    .where(and(eq(bookings.nicheID, sql.placeholder('nicheID')), whereActive))
    .prepare('active_booking'),
)

/** One of these niches that a booking keeps. */
export const findBookedNiche = (db: Db, nicheIDs: readonly string[]) =>
  db
    .select({ bookingID: bookings.bookingID, nicheCode: niches.nicheCode })
    .from(listedIDs(nicheIDs))
    .innerJoin(bookings, and(eq(bookings.nicheID, sql`${listedID}::uuid`), whereActive))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .limit(1)
    .then(only)

/** Bookings of the niche that nothing has ended although their time to pay is over. */
export async function listLapsedIn(db: Db, nicheID: string, now: Date): Promise<string[]> {
  const rows = await db
    .select({ bookingID: bookings.bookingID })
    .from(bookings)
    .where(and(eq(bookings.nicheID, nicheID), whereHoldLapsed(now)))
  return rows.map(({ bookingID }) => bookingID)
}

export const listPendingBookingsOf = (db: Db, userID: string, now: Date, limit: number) =>
  db
    .select({ bookingID: bookings.bookingID })
    .from(bookings)
    .where(and(eq(bookings.userID, userID), whereStillPending(now)))
    .limit(limit)

export async function findUserIDByEmail(db: Db, email: string): Promise<string | undefined> {
  const [found] = await db.select({ userID: users.userID }).from(users).where(eq(users.email, email))
  return found?.userID
}

export const findVersion = (db: Db, bookingID: string) =>
  db
    .select({ bookingID: bookings.bookingID, version: bookings.version })
    .from(bookings)
    .where(eq(bookings.bookingID, bookingID))
    .then(only)

export const findLastMovedBookingOf = (db: Db, userID: string) =>
  db
    .select({ bookingID: bookings.bookingID })
    .from(bookings)
    .innerJoin(bookingMoves, eq(bookingMoves.bookingID, bookings.bookingID))
    .where(eq(bookings.userID, userID))
    .orderBy(desc(bookingMoves.moveID))
    .limit(1)
    .then(only)

/** Finds a beneficiary; with `userID`, only if the booking is this applicant's. */
export const findBeneficiary = (db: Db, beneficiaryID: string, userID?: string) =>
  db
    .select({
      beneficiaryID: beneficiaries.beneficiaryID,
      beneficiaryName: beneficiaries.beneficiaryName,
      dateOfBirth: beneficiaries.dateOfBirth,
      dateOfDeath: beneficiaries.dateOfDeath,
      bornIn: beneficiaries.bornIn,
      diedIn: beneficiaries.diedIn,
    })
    .from(beneficiaries)
    .innerJoin(bookings, eq(bookings.beneficiaryID, beneficiaries.beneficiaryID))
    .where(and(eq(beneficiaries.beneficiaryID, beneficiaryID), userID ? eq(bookings.userID, userID) : undefined))
    .then(only)

const selectMoves = (db: Db, bookingID: string | Placeholder) =>
  db
    .select({
      event: bookingMoves.event,
      fromStatus: bookingMoves.fromStatus,
      fromType: bookingMoves.fromType,
      fromNicheStatus: bookingMoves.fromNicheStatus,
      toStatus: bookingMoves.toStatus,
      toType: bookingMoves.toType,
      at: bookingMoves.at,
      actorID: bookingMoves.actorID,
      actorName: sql<string>`coalesce(${users.fullName}, 'Columba')`,
      reason: bookingMoves.reason,
    })
    .from(bookingMoves)
    .leftJoin(users, eq(users.userID, bookingMoves.actorID))
    .where(eq(bookingMoves.bookingID, bookingID))
    .$dynamic()

const movesOf = preparedStatement((db) =>
  selectMoves(db, sql.placeholder('bookingID')).orderBy(asc(bookingMoves.moveID)).prepare('moves_of_booking'),
)

/** The moves of a booking, the first one first, with who made them. Those of background jobs and the card provider have no actor. */
export const listHistory = (db: Db, bookingID: string) => movesOf(db).execute({ bookingID })
export type Move = Awaited<ReturnType<typeof listHistory>>[number]

export const findLastMove = (db: Db, bookingID: string): Promise<Move | undefined> =>
  selectMoves(db, bookingID).orderBy(desc(bookingMoves.moveID)).limit(1).then(only)
