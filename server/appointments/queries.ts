import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm'
import { mostTasks } from '#contract/appointments/api.ts'
import { expectedStatuses, openStatuses } from '#contract/appointments/appointment.ts'
import { whereApproved, whereInFamily } from '#server/bookings/public.ts'
import { holderContact, holderName } from '#server/database/holder.ts'
import {
  appointmentMoves,
  appointments,
  beneficiaries,
  bookingMoves,
  bookings,
  buildings,
  dueCharges,
  locationColumns,
  nicheLocations,
  registerEntries,
  urnMoves,
  urns,
  users,
} from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'

export type AppointmentRow = typeof appointments.$inferSelect

const personColumns = {
  bookingID: bookings.bookingID,
  beneficiaryName: beneficiaries.beneficiaryName,
  ...locationColumns,
}
const hallColumns = { buildingID: nicheLocations.buildingID, directions: nicheLocations.directions }
const familyColumns = { ...personColumns, customerName: holderName, contactNumber: holderContact }

/** Where a niche is; the hall is where its appointments are. */
export async function findLocation(db: Db, nicheID: string) {
  const [found] = await db
    .select({ ...locationColumns, ...hallColumns })
    .from(nicheLocations)
    .where(eq(nicheLocations.nicheID, nicheID))
  if (!found) throw new Error(`The niche ${nicheID} is in no hall`)
  return found
}
export type Location = Awaited<ReturnType<typeof findLocation>>

/** A booking with who and where, without a lock. With `readerID`, only if this applicant may see it. */
export async function findBooking(db: Db, bookingID: string, readerID?: string) {
  const isReaders = readerID ? await whereInFamily(db, readerID) : undefined
  return db
    .select({
      ...personColumns,
      ...hallColumns,
      bookingStatus: bookings.bookingStatus,
      bookingType: bookings.bookingType,
      nicheID: bookings.nicheID,
    })
    .from(bookings)
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, bookings.nicheID))
    .where(and(eq(bookings.bookingID, bookingID), isReaders))
    .then(only)
}

/** Coming appointments of the other bookings of a niche; with `readerID`, only those that this applicant may see. */
export const listOthersInNiche = async (db: Db, nicheID: string, bookingID: string, readerID?: string) =>
  db
    .select({
      beneficiaryName: beneficiaries.beneficiaryName,
      startsAt: appointments.startsAt,
      endsAt: appointments.endsAt,
    })
    .from(bookings)
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(
      appointments,
      and(
        eq(appointments.bookingID, bookings.bookingID),
        inArray(appointments.status, [...expectedStatuses]).inlineParams(),
      ),
    )
    .where(
      and(
        eq(bookings.nicheID, nicheID),
        ne(bookings.bookingID, bookingID),
        readerID ? await whereInFamily(db, readerID) : undefined,
      ),
    )
    .orderBy(asc(appointments.startsAt))

export const findLastAppointment = (db: Db, bookingID: string): Promise<AppointmentRow | undefined> =>
  db
    .select()
    .from(appointments)
    .where(eq(appointments.bookingID, bookingID))
    .orderBy(desc(appointments.number))
    .limit(1)
    .then(only)

export const findAppointment = (db: Db, appointmentID: string): Promise<AppointmentRow | undefined> =>
  db.select().from(appointments).where(eq(appointments.appointmentID, appointmentID)).then(only)

/** The last appointment of each booking that this person may see. */
export const listLastAppointmentsOf = async (db: Db, userID: string) =>
  db
    .selectDistinctOn([appointments.bookingID], { appointment: appointments, buildingName: buildings.buildingName })
    .from(appointments)
    .innerJoin(bookings, eq(bookings.bookingID, appointments.bookingID))
    .innerJoin(buildings, eq(buildings.buildingID, appointments.buildingID))
    .where(await whereInFamily(db, userID))
    .orderBy(asc(appointments.bookingID), desc(appointments.number))

/** What happened to the appointments of a booking, with who did it. */
export const listAppointmentMoves = (db: Db, bookingID: string) =>
  db
    .select({
      event: appointmentMoves.event,
      at: appointmentMoves.at,
      by: sql<string>`coalesce(${users.fullName}, 'Columba')`,
      startsAt: appointmentMoves.startsAt,
      reason: appointmentMoves.reason,
    })
    .from(appointments)
    .innerJoin(appointmentMoves, eq(appointmentMoves.appointmentID, appointments.appointmentID))
    .leftJoin(users, eq(users.userID, appointmentMoves.actorID))
    .where(eq(appointments.bookingID, bookingID))
    .orderBy(asc(appointmentMoves.at))

/** The booking of the appointment that this move belongs to. */
export const findMove = (db: Db, moveID: string) =>
  db
    .select({ ...getTableColumns(appointmentMoves), bookingID: appointments.bookingID })
    .from(appointmentMoves)
    .innerJoin(appointments, eq(appointments.appointmentID, appointmentMoves.appointmentID))
    .where(eq(appointmentMoves.moveID, moveID))
    .then(only)

export async function insertAppointment(
  db: Pick<Db, 'insert'>,
  row: typeof appointments.$inferInsert,
): Promise<AppointmentRow> {
  const [made] = await db.insert(appointments).values(row).returning()
  if (!made) throw new Error('An insert returned no row')
  return made
}

/** Undefined if the appointment has changed since it was read. */
export const updateAppointment = (
  db: Pick<Db, 'update'>,
  { appointmentID, version }: AppointmentRow,
  change: Partial<typeof appointments.$inferInsert>,
): Promise<AppointmentRow | undefined> =>
  db
    .update(appointments)
    .set({ ...change, version: version + 1 })
    .where(and(eq(appointments.appointmentID, appointmentID), eq(appointments.version, version)))
    .returning()
    .then(only)

const dueOf = (db: Db) =>
  sql<number | null>`(${db
    .select({ cents: sql`sum(${dueCharges.cents})::float8` })
    .from(dueCharges)
    .where(eq(dueCharges.bookingID, bookings.bookingID))})`

const selectForStaff = (db: Db, which: SQL | undefined) =>
  db
    .select({ appointment: appointments, ...familyColumns, chargesDueCents: dueOf(db) })
    .from(appointments)
    .innerJoin(bookings, eq(bookings.bookingID, appointments.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, bookings.nicheID))
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .where(which)
export type StaffAppointmentRow = Awaited<ReturnType<typeof selectForStaff>>[number]

/** Appointments that take a seat, by hall and time. */
export const listBetween = (db: Db, from: Date, until: Date) =>
  selectForStaff(
    db,
    and(
      gte(appointments.startsAt, from),
      lt(appointments.startsAt, until),
      ne(appointments.status, 'requested'),
      ne(appointments.status, 'cancelled'),
    ),
  ).orderBy(
    asc(nicheLocations.buildingPosition),
    asc(nicheLocations.buildingName),
    asc(appointments.startsAt),
    asc(appointments.number),
  )

/** Includes proposals whose time has passed without an answer. */
export const listProposed = (db: Db) =>
  selectForStaff(db, eq(appointments.status, 'requested').inlineParams())
    .orderBy(asc(appointments.startsAt))
    .limit(mostTasks)

export const listUnfinished = (db: Db, endedBefore: Date) =>
  selectForStaff(
    db,
    and(
      inArray(appointments.status, ['confirmed', 'moved', 'arrived']).inlineParams(),
      lte(appointments.endsAt, endedBefore),
    ),
  )
    .orderBy(asc(appointments.startsAt))
    .limit(mostTasks)

/**
 * Leaves out bookings whose urn was received, and imported bookings that were never approved here, whose urns were
 * placed long ago.
 */
export function listWithoutAppointment(db: Db, approvedBefore: Date) {
  const approvedAt = sql<Date>`(
    select max(m.at) from ${bookingMoves} m
    where m.booking_id = ${bookings.bookingID} and m.event in ('approve', 'finalise'))`.mapWith(bookingMoves.at)
  const hasAppointment = db
    .select({ one: sql`1` })
    .from(appointments)
    .where(and(eq(appointments.bookingID, bookings.bookingID), inArray(appointments.status, [...openStatuses, 'done'])))
  const hasUrn = db.select({ one: sql`1` }).from(urns).where(eq(urns.bookingID, bookings.bookingID))
  return db
    .select({ ...familyColumns, approvedAt })
    .from(bookings)
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, bookings.nicheID))
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .where(
      and(
        whereApproved,
        lte(bookings.createdAt, approvedBefore),
        sql`${approvedAt} <= ${approvedBefore.toISOString()}`,
        notExists(hasAppointment),
        notExists(hasUrn),
      ),
    )
    .orderBy(asc(bookings.createdAt), asc(bookings.bookingID))
    .limit(mostTasks)
}

/** Appointments that are still to come, of bookings that are no longer approved. */
export const listOfEndedBookings = (db: Db, limit: number) =>
  db
    .select({ appointmentID: appointments.appointmentID, bookingID: appointments.bookingID })
    .from(appointments)
    .innerJoin(bookings, eq(bookings.bookingID, appointments.bookingID))
    .where(
      and(inArray(appointments.status, ['requested', ...expectedStatuses]).inlineParams(), sql`not ${whereApproved}`),
    )
    .limit(limit)

/** Open appointments of today or earlier whose urn was placed after they were made. */
export function listPlaced(db: Db, startsBefore: Date, limit: number) {
  const last = db
    .select({ event: urnMoves.event, at: urnMoves.at })
    .from(urnMoves)
    .where(eq(urnMoves.tag, urns.tag))
    .orderBy(desc(urnMoves.position))
    .limit(1)
    .as('last')
  return db
    .select({ appointmentID: appointments.appointmentID, bookingID: appointments.bookingID })
    .from(appointments)
    .innerJoin(urns, eq(urns.bookingID, appointments.bookingID))
    .innerJoinLateral(last, sql`true`)
    .where(
      and(
        inArray(appointments.status, [...expectedStatuses, 'arrived']).inlineParams(),
        lt(appointments.startsAt, startsBefore),
        eq(last.event, 'place'),
        gte(last.at, appointments.createdAt),
      ),
    )
    .limit(limit)
}

/** Proposals whose time has come without an answer, and whose families have not been told. */
export const listUnanswered = (db: Db, now: Date, limit: number) =>
  listNotReminded(db, and(eq(appointments.status, 'requested').inlineParams(), lte(appointments.startsAt, now)), limit)

/** Appointments in this time whose families have not been reminded. */
export const listToRemind = (db: Db, from: Date, until: Date, limit: number) => {
  const isExpected = inArray(appointments.status, [...expectedStatuses]).inlineParams()
  const isInTime = [gte(appointments.startsAt, from), lt(appointments.startsAt, until)]
  return listNotReminded(db, and(isExpected, ...isInTime), limit)
}

const listNotReminded = (db: Db, where: SQL | undefined, limit: number) =>
  db
    .select({ appointmentID: appointments.appointmentID, bookingID: appointments.bookingID })
    .from(appointments)
    .where(and(where, isNull(appointments.remindedAt)))
    .orderBy(asc(appointments.startsAt))
    .limit(limit)

export const markReminded = (db: Db, appointmentID: string, remindedAt: Date) =>
  db.update(appointments).set({ remindedAt }).where(eq(appointments.appointmentID, appointmentID))
