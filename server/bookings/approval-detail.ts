import { and, eq, ne, sql } from 'drizzle-orm'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { toAmount } from '#contract/money.ts'
import { record } from '#server/audit/actions.ts'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { beneficiaries, bookingMoves, bookings, niches, payments, urnRequests, users } from '#server/database/schema.ts'
import { readCertificate } from '#server/documents/actions.ts'
import { AppError } from '#server/http/errors.ts'
import { whereActive, withLapsedHoldEnded } from './holds.ts'

/** Everything that a clerk needs for a decision. Viewing the certificates is audited. */
export async function getApprovalDetail(context: SignedInContext, sentID: string): Promise<ApprovalDetail> {
  const { db, clock } = context
  const found = await findApproval(db, sentID.trim().toUpperCase())
  if (!found) throw new AppError('NOT_FOUND')
  const { urn, beneficiaryID, amountCents, settledAt, ...booking } = withLapsedHoldEnded(found, clock())
  /** Read after the version: if the certificates change in between, a decision with the older version is refused. */
  const shownCertificates = await readCertificates(context, booking.bookingID, beneficiaryID, urn?.urnRequestID)
  return {
    ...booking,
    ...shownCertificates,
    paymentAmount: toAmount(amountCents),
    paymentDate: (settledAt ?? booking.createdAt).toISOString(),
    createdAt: booking.createdAt.toISOString(),
    holdExpiresAt: booking.holdExpiresAt?.toISOString() ?? null,
    urnRequest: urn && {
      dateOfDeath: urn.dateOfDeath,
      inscription: urn.inscription,
      requestedAt: urn.requestedAt.toISOString(),
    },
    history: await listHistory(db, booking.bookingID),
    namesakes: await listNamesakes(db, booking),
  }
}

async function readCertificates(
  context: SignedInContext,
  bookingID: string,
  beneficiaryID: string,
  urnRequestID: string | undefined,
) {
  const birth = await readCertificate(context, { beneficiaryID }, 'birth')
  const death = await readCertificate(context, urnRequestID ? { urnRequestID } : { beneficiaryID }, 'death')
  const certificates = [birth && 'birth', death && 'death'].filter(Boolean)
  if (certificates.length > 0) await record(context, 'certificate.viewed', bookingID, { certificates })
  return {
    birthCertBase64: birth?.bytes.toString('base64') ?? null,
    birthCertMime: birth?.mime ?? null,
    birthCertSha256: birth?.sha256 ?? null,
    deathCertBase64: death?.bytes.toString('base64') ?? null,
    deathCertMime: death?.mime ?? null,
    deathCertSha256: death?.sha256 ?? null,
  }
}

async function findApproval(db: Db, bookingID: string) {
  const [found] = await db
    .select({
      bookingID: bookings.bookingID,
      version: bookings.version,
      bookingStatus: bookings.bookingStatus,
      bookingType: bookings.bookingType,
      userID: bookings.userID,
      customerName: users.fullName,
      nicheID: bookings.nicheID,
      nicheCode: niches.nicheCode,
      nicheStatus: niches.status,
      paymentID: payments.paymentID,
      amountCents: payments.amountCents,
      paymentMethod: payments.paymentMethod,
      paymentStatus: payments.paymentStatus,
      settledAt: payments.settledAt,
      beneficiaryID: bookings.beneficiaryID,
      beneficiaryName: beneficiaries.beneficiaryName,
      dateOfBirth: beneficiaries.dateOfBirth,
      dateOfDeath: beneficiaries.dateOfDeath,
      relationshipWithApplicant: beneficiaries.relationship,
      inscription: beneficiaries.inscription,
      email: users.email,
      contactNumber: users.contactNumber,
      remarks: bookings.remarks,
      createdAt: bookings.createdAt,
      madeBy: bookings.madeBy,
      holdExpiresAt: bookings.holdExpiresAt,
      urn: urnRequests,
    })
    .from(bookings)
    .innerJoin(users, eq(users.userID, bookings.userID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .leftJoin(urnRequests, and(eq(urnRequests.bookingID, bookings.bookingID), eq(urnRequests.status, 'Open')))
    .where(eq(bookings.bookingID, bookingID))
  return found
}

async function listHistory(db: Db, bookingID: string): Promise<ApprovalDetail['history']> {
  const moves = await db
    .select({ at: bookingMoves.at, event: bookingMoves.event, actorName: users.fullName, reason: bookingMoves.reason })
    .from(bookingMoves)
    .leftJoin(users, eq(users.userID, bookingMoves.actorID))
    .where(eq(bookingMoves.bookingID, bookingID))
    .orderBy(bookingMoves.moveID)
  return moves.map((move) => ({ ...move, at: move.at.toISOString(), actorName: move.actorName ?? 'Columba' }))
}

/** Other active bookings for the same name, so that a clerk can spot a person who was booked twice. */
const listNamesakes = (db: Db, { bookingID, beneficiaryName }: { bookingID: string; beneficiaryName: string }) =>
  db
    .select({ bookingID: bookings.bookingID, nicheCode: niches.nicheCode, dateOfBirth: beneficiaries.dateOfBirth })
    .from(beneficiaries)
    .innerJoin(bookings, eq(bookings.beneficiaryID, beneficiaries.beneficiaryID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .where(
      and(
        eq(sql`lower(${beneficiaries.beneficiaryName})`, beneficiaryName.toLowerCase()),
        ne(bookings.bookingID, bookingID),
        whereActive,
      ),
    )
    .limit(10)
