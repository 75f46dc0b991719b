import { and, desc, eq, isNotNull, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Beneficiary, OwnBooking } from '#contract/bookings/api.ts'
import { toAmount } from '#contract/money.ts'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import {
  beneficiaries,
  blocks,
  bookings,
  buildings,
  certificates,
  levels,
  niches,
  payments,
  urnRequests,
} from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { withLapsedHoldEnded } from './holds.ts'

const maxRows = 1000

/** A person's bookings, newest first. An applicant gets an empty list for anyone else, so that no user ID is confirmed. */
export async function listBookingsOf({ db, actor, clock }: SignedInContext, userID: string): Promise<OwnBooking[]> {
  if (actor.role === 'user' && actor.userID !== userID) return []
  return listBookingRows(db, eq(bookings.userID, userID), clock())
}

/** Zero or one booking: empty if it does not exist or belongs to another applicant. */
export async function listBookingByID({ db, actor, clock }: SignedInContext, bookingID: string): Promise<OwnBooking[]> {
  const mine = actor.role === 'user' ? eq(bookings.userID, actor.userID) : undefined
  return listBookingRows(db, and(eq(bookings.bookingID, bookingID.trim().toUpperCase()), mine), clock())
}

const birth = alias(certificates, 'birth')
const death = alias(certificates, 'death')

async function listBookingRows(db: Db, which: SQL | undefined, now: Date): Promise<OwnBooking[]> {
  const rows = await db
    .select(ownBookingColumns)
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .innerJoin(blocks, eq(blocks.blockID, niches.blockID))
    .innerJoin(levels, eq(levels.levelID, blocks.levelID))
    .innerJoin(buildings, eq(buildings.buildingID, levels.buildingID))
    .leftJoin(urnRequests, and(eq(urnRequests.bookingID, bookings.bookingID), eq(urnRequests.status, 'Open')))
    .leftJoin(birth, and(eq(birth.beneficiaryID, bookings.beneficiaryID), eq(birth.kind, 'birth')))
    .leftJoin(death, and(eq(death.beneficiaryID, bookings.beneficiaryID), eq(death.kind, 'death')))
    .where(which)
    .orderBy(desc(bookings.createdAt), desc(bookings.bookingID))
    .limit(maxRows)
  return rows.map((row) => toOwnBooking(withLapsedHoldEnded(row, now)))
}

const ownBookingColumns = {
  bookingID: bookings.bookingID,
  version: bookings.version,
  userID: bookings.userID,
  nicheID: bookings.nicheID,
  beneficiaryID: bookings.beneficiaryID,
  paymentID: payments.paymentID,
  bookingStatus: bookings.bookingStatus,
  bookingType: bookings.bookingType,
  createdAt: bookings.createdAt,
  nicheCode: niches.nicheCode,
  nicheRow: niches.nicheRow,
  nicheColumn: niches.nicheColumn,
  blockID: blocks.blockID,
  blockName: blocks.blockName,
  buildingName: buildings.buildingName,
  beneficiaryName: beneficiaries.beneficiaryName,
  dateOfBirth: beneficiaries.dateOfBirth,
  dateOfDeath: beneficiaries.dateOfDeath,
  relationshipWithApplicant: beneficiaries.relationship,
  inscription: beneficiaries.inscription,
  birthCertSha256: birth.sha256,
  deathCertSha256: death.sha256,
  amountCents: payments.amountCents,
  paymentMethod: payments.paymentMethod,
  paymentStatus: payments.paymentStatus,
  settledAt: payments.settledAt,
  holdExpiresAt: bookings.holdExpiresAt,
  urnRequested: isNotNull(urnRequests.urnRequestID).mapWith(Boolean),
  madeBy: bookings.madeBy,
}

type Row = Omit<OwnBooking, 'createdAt' | 'paymentAmount' | 'paymentDate' | 'holdExpiresAt'> & {
  createdAt: Date
  amountCents: number
  settledAt: Date | null
  holdExpiresAt: Date | null
}

const toOwnBooking = ({ createdAt, amountCents, settledAt, holdExpiresAt, ...row }: Row): OwnBooking => ({
  ...row,
  createdAt: createdAt.toISOString(),
  paymentAmount: toAmount(amountCents),
  paymentDate: (settledAt ?? createdAt).toISOString(),
  holdExpiresAt: holdExpiresAt?.toISOString() ?? null,
})

export async function getBeneficiary({ db, actor }: SignedInContext, beneficiaryID: string): Promise<Beneficiary> {
  const mine = actor.role === 'user' ? eq(bookings.userID, actor.userID) : undefined
  const [found] = await db
    .select({
      beneficiaryID: beneficiaries.beneficiaryID,
      beneficiaryName: beneficiaries.beneficiaryName,
      dateOfBirth: beneficiaries.dateOfBirth,
      dateOfDeath: beneficiaries.dateOfDeath,
    })
    .from(beneficiaries)
    .innerJoin(bookings, eq(bookings.beneficiaryID, beneficiaries.beneficiaryID))
    .where(and(eq(beneficiaries.beneficiaryID, beneficiaryID), mine))
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
