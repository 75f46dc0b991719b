import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import {
  appointments,
  auditLog,
  beneficiaries,
  bills,
  bookingMoves,
  bookings,
  certificateRequests,
  certificates,
  charges,
  familyLinks,
  locationColumns,
  nicheLocations,
  outbox,
  passkeys,
  paymentEvents,
  payments,
  registerEntries,
  relatives,
  remembrances,
  rightAgreements,
  rightContacts,
  rightHolders,
  rightObjections,
  rights,
  sessions,
  urnMoves,
  urnRequests,
  urns,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

export const findAccount = async (db: Db, userID: string) =>
  (await db.select().from(users).where(eq(users.userID, userID)))[0]

export const listSessions = (db: Db, userID: string) =>
  db
    .select({
      startedAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      device: sessions.device,
      address: sessions.address,
    })
    .from(sessions)
    .where(eq(sessions.userID, userID))

export const listPasskeys = (db: Db, userID: string) =>
  db
    .select({ name: passkeys.name, addedAt: passkeys.addedAt, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userID, userID))

type Addressee = Pick<typeof users.$inferSelect, 'userID' | 'email' | 'emailConfirmed'>

/**
 * Leaves out the content, which is deleted once a letter is sent. Letters to the same address that were written for nobody's
 * account may be another person's, unless a link in a letter has confirmed that the mailbox is this person's.
 */
export const listLettersTo = (db: Db, { userID, email, emailConfirmed }: Addressee) =>
  db
    .select({ kind: outbox.kind, subject: outbox.subject, writtenAt: outbox.createdAt, sentAt: outbox.sentAt })
    .from(outbox)
    .where(
      or(
        eq(outbox.recipientID, userID),
        emailConfirmed ? and(eq(outbox.to, email), isNull(outbox.recipientID)) : undefined,
      ),
    )
    .orderBy(asc(outbox.createdAt))

export const listBeneficiaryIDs = (db: Db, userID: string) =>
  db.select({ beneficiaryID: bookings.beneficiaryID }).from(bookings).where(eq(bookings.userID, userID))

/** Who holds the right together, as the deed says it. */
const holderNames = sql<string[]>`array(
  select coalesce(h.name, u.full_name, e.holder_name, '') from ${rightHolders} h
    left join ${bookings} b on b.booking_id = h.booking_id left join ${users} u on u.user_id = b.user_id
    left join ${registerEntries} e on e.booking_id = h.booking_id
  where h.right_id = ${bookings.rightID} order by h.holder_id)`

/** What this person has objected to. */
const ownObjections = sql<{ at: string; words: string; state: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('at', o.at, 'words', o.words, 'state', o.state) order by o.objection_id), '[]')
  from ${rightObjections} o where o.right_id = ${bookings.rightID} and o.objector_id = ${bookings.userID})`
/** What this person was asked as a holder about urns, and has answered. */
const ownAgreements = sql<{ tag: string; event: string; agreedAt: string | null; declinedAt: string | null }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('tag', a.tag, 'event', a.event, 'agreedAt', a.agreed_at, 'declinedAt', a.declined_at)
    order by a.asked_at), '[]')
  from ${rightAgreements} a join ${rightHolders} h on h.holder_id = a.holder_id
  where a.right_id = ${bookings.rightID} and h.booking_id = ${bookings.bookingID})`
/** The contacts whom the holders have named, without their addresses. */
const contactNames = sql<string[]>`array(
  select c.name from ${rightContacts} c
  where c.right_id = ${bookings.rightID} and c.removed_at is null order by c.added_at, c.contact_id)`

/** One page of a person's bookings, after that booking. */
export const listBookingsPage = (db: Db, userID: string, after: string, limit: number) =>
  db
    .select({
      booking: bookings,
      beneficiary: beneficiaries,
      payment: payments,
      entry: registerEntries,
      right: rights,
      /** The row that names this person as a holder. */
      ownHolder: rightHolders,
      holders: holderNames,
      objections: ownObjections,
      agreements: ownAgreements,
      contacts: contactNames,
      ...locationColumns,
    })
    .from(bookings)
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, bookings.nicheID))
    .leftJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .leftJoin(rights, eq(rights.rightID, bookings.rightID))
    .leftJoin(
      rightHolders,
      and(eq(rightHolders.rightID, bookings.rightID), eq(rightHolders.bookingID, bookings.bookingID)),
    )
    .where(and(eq(bookings.userID, userID), gt(bookings.bookingID, after)))
    .orderBy(asc(bookings.bookingID))
    .limit(limit)
export type ExportedBooking = Awaited<ReturnType<typeof listBookingsPage>>[number]

/** What belongs to these bookings. */
export async function findBookingParts(db: Db, page: readonly ExportedBooking[]) {
  const bookingIDs = page.map(({ booking }) => booking.bookingID)
  const chargePayments = await db.select().from(payments).where(inArray(payments.chargedBookingID, bookingIDs))
  const paymentIDs = [...page.flatMap(({ payment }) => payment ?? []), ...chargePayments].map(
    ({ paymentID }) => paymentID,
  )
  const beneficiaryIDs = page.map(({ beneficiary }) => beneficiary.beneficiaryID)
  const requests = await db.select().from(urnRequests).where(inArray(urnRequests.bookingID, bookingIDs))
  const urnRequestIDs = requests.map(({ urnRequestID }) => urnRequestID)
  return {
    urnRequests: requests,
    charges: await db
      .select()
      .from(charges)
      .where(inArray(charges.bookingID, bookingIDs))
      .orderBy(asc(charges.addedAt)),
    chargePayments,
    urnMoves: await db
      .select({ urn: urns, move: urnMoves })
      .from(urnMoves)
      .innerJoin(urns, eq(urns.tag, urnMoves.tag))
      .where(inArray(urns.bookingID, bookingIDs))
      .orderBy(asc(urnMoves.tag), asc(urnMoves.position)),
    moves: await db
      .select()
      .from(bookingMoves)
      .where(inArray(bookingMoves.bookingID, bookingIDs))
      .orderBy(asc(bookingMoves.moveID)),
    appointments: await db
      .select()
      .from(appointments)
      .where(inArray(appointments.bookingID, bookingIDs))
      .orderBy(asc(appointments.number)),
    links: await db.select().from(familyLinks).where(inArray(familyLinks.bookingID, bookingIDs)),
    remembrances: await db.select().from(remembrances).where(inArray(remembrances.bookingID, bookingIDs)),
    relatives: await db.select().from(relatives).where(inArray(relatives.bookingID, bookingIDs)),
    certificateRequests: await db
      .select()
      .from(certificateRequests)
      .where(inArray(certificateRequests.bookingID, bookingIDs)),
    paymentEvents: await db
      .select()
      .from(paymentEvents)
      .where(inArray(paymentEvents.paymentID, paymentIDs))
      .orderBy(asc(paymentEvents.eventID)),
    bills: await db.select().from(bills).where(inArray(bills.paymentID, paymentIDs)).orderBy(asc(bills.number)),
    certificates: await db
      .select()
      .from(certificates)
      .where(
        or(inArray(certificates.beneficiaryID, beneficiaryIDs), inArray(certificates.urnRequestID, urnRequestIDs)),
      ),
  }
}
export type BookingParts = Awaited<ReturnType<typeof findBookingParts>>

/** The bookings for which the person acts as the second one of a family. */
export const listActsFor = (db: Db, userID: string) =>
  db
    .select({
      bookingID: relatives.bookingID,
      invitedAs: relatives.email,
      acceptedAt: relatives.acceptedAt,
      agreedAt: relatives.agreedAt,
    })
    .from(relatives)
    .where(eq(relatives.userID, userID))
    .orderBy(asc(relatives.bookingID))

/** What the person did, and what was done to their account; two selects, so that each uses its index. */
export function listActivityPage(db: Db, userID: string, after: number, limit: number) {
  const page = (isAbout: ReturnType<typeof eq>) =>
    db
      .select()
      .from(auditLog)
      .where(and(isAbout, gt(auditLog.id, after)))
      .orderBy(asc(auditLog.id))
      .limit(limit)
  return union(page(eq(auditLog.actorID, userID)), page(eq(auditLog.subject, userID)))
    .orderBy(asc(auditLog.id))
    .limit(limit)
}
