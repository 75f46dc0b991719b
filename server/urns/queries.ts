import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toBareCode } from '#contract/niches/niche.ts'
import { type UrnWhereabouts, whereaboutsAfter } from '#contract/urns/moves.ts'
import { type LockedBooking, lockBooking } from '#server/bookings/public.ts'
import { bareCodeOf } from '#server/database/bare-code.ts'
import {
  auditLog,
  beneficiaries,
  bookings,
  locationColumns,
  nicheLocations,
  niches,
  registerEntries,
  urnLossReports,
  urnMoves,
  urnNow,
  urns,
  users,
} from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'
import { isEntryOfMove } from './ledger.ts'

export type UrnRow = typeof urns.$inferSelect
export type UrnMoveRow = typeof urnMoves.$inferSelect

export interface Location {
  whereabouts: UrnWhereabouts
  /** The niche of the last move, if it was into or out of one. */
  nicheID: string | null
  nicheCode: string
  shelf: string
  /** The number of the last move; 0 if there is none. */
  position: number
}

/** An urn locked until the transaction ends, with its booking and where it is. `nicheCode` is that of the booking's niche. */
export type LockedUrn = UrnRow &
  Pick<LockedBooking, 'booking' | 'beneficiary' | 'applicant' | 'nicheCode'> & { location: Location }

/** Locks the booking first, as every change of a booking does, which avoids a deadlock. */
export async function lockUrn(db: Db, tag: string): Promise<LockedUrn | undefined> {
  const found = await findUrn(db, tag)
  const locked = found && (await lockBooking(db, found.bookingID))
  if (!locked) return undefined
  const [urn] = await db.select().from(urns).where(eq(urns.tag, tag)).for('update')
  const { booking, beneficiary, applicant, nicheCode } = locked
  return urn && { ...urn, booking, beneficiary, applicant, nicheCode, location: await findLocation(db, tag) }
}

const findUrn = (db: Db, tag: string): Promise<UrnRow | undefined> =>
  db.select().from(urns).where(eq(urns.tag, tag)).then(only)

export const findUrnOfBooking = (db: Db, bookingID: string): Promise<UrnRow | undefined> =>
  db.select().from(urns).where(eq(urns.bookingID, bookingID)).then(only)

/** Where the urn is, according to its last move. */
export async function findLocation(db: Db, tag: string): Promise<Location> {
  const [last] = await db
    .select({
      event: urnNow.event,
      nicheID: urnNow.nicheID,
      nicheCode: niches.nicheCode,
      shelf: urnNow.shelf,
      position: urnNow.position,
    })
    .from(urnNow)
    .leftJoin(niches, eq(niches.nicheID, urnNow.nicheID))
    .where(eq(urnNow.tag, tag))
  if (!last) return { whereabouts: 'family', nicheID: null, nicheCode: '', shelf: '', position: 0 }
  const { event, nicheCode, ...location } = last
  return { ...location, whereabouts: whereaboutsAfter(event), nicheCode: nicheCode ?? '' }
}

/** The urn with its booking and niche, and its holder: their account, or what the old register says of them. */
export const findUrnWithHolder = (db: Db, tag: string) =>
  db
    .select({
      urn: urns,
      booking: bookings,
      beneficiary: beneficiaries,
      ...locationColumns,
      account: { fullName: users.fullName, email: users.email, contactNumber: users.contactNumber },
      entry: registerEntries,
    })
    .from(urns)
    .innerJoin(bookings, eq(bookings.bookingID, urns.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, bookings.nicheID))
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .where(eq(urns.tag, tag))
    .then(only)

export const findMoveByRequest = (db: Db, requestID: string): Promise<UrnMoveRow | undefined> =>
  db.select().from(urnMoves).where(eq(urnMoves.requestID, requestID)).then(only)

const witness = alias(users, 'witness')

/** The moves of an urn. The names of people are those of that time, from the audit entries. */
export const listMoves = (db: Db, tag: string) =>
  db
    .select({
      move: urnMoves,
      nicheCode: niches.nicheCode,
      by: sql<string>`coalesce(${auditLog.details} ->> 'by', ${users.fullName}, 'Columba')`,
      witness: sql<string | null>`coalesce(${auditLog.details} ->> 'witness', ${witness.fullName})`,
    })
    .from(urnMoves)
    .leftJoin(auditLog, isEntryOfMove)
    .leftJoin(users, eq(users.userID, urnMoves.actorID))
    .leftJoin(witness, eq(witness.userID, urnMoves.witnessID))
    .leftJoin(niches, eq(niches.nicheID, urnMoves.nicheID))
    .where(eq(urnMoves.tag, tag))
    .orderBy(desc(urnMoves.position))

export interface NicheOfCode {
  nicheID: string
  nicheCode: string
}

/** The niches that a typed code may mean: the one with exactly this code, or all whose code is the same without its hyphens. */
export async function listNichesByCode(db: Db, code: string): Promise<NicheOfCode[]> {
  const found = await db
    .select({ nicheID: niches.nicheID, nicheCode: niches.nicheCode })
    .from(niches)
    .where(eq(bareCodeOf(niches.nicheCode), toBareCode(code)))
  const exact = found.find(({ nicheCode }) => nicheCode.toUpperCase() === code)
  return exact ? [exact] : found
}

export const findLossReport = (db: Db, tag: string) =>
  db
    .select({ report: urnLossReports, by: users.fullName })
    .from(urnLossReports)
    .innerJoin(users, eq(users.userID, urnLossReports.reportedByID))
    .where(openReport(tag))
    .then(only)

const openReport = (tag: string) => and(eq(urnLossReports.tag, tag), isNull(urnLossReports.endedAt))

export const closeLossReport = (db: Db, tag: string, endedAt: Date) =>
  db.update(urnLossReports).set({ endedAt }).where(openReport(tag))
