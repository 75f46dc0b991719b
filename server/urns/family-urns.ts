import { and, asc, eq, gt, gte, inArray, lte, notInArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { codeOfID, idsWithCode } from '#contract/documents/paper-code.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { intoNicheEvents, isInNiche, type UrnEvent } from '#contract/urns/moves.ts'
import type { PlacementBasis } from '#contract/urns/placement.ts'
import { knownDates, whereInFamily } from '#server/bookings/public.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { beneficiaries, bookings, locationColumns, nicheLocations, urnMoves, urns } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { type Throttle, throttleAddress } from '#server/http/throttles.ts'
import type { Db } from '#server/ports/database.ts'
import { readRightOf } from '#server/rights/public.ts'
import { listWhereabouts } from './whereabouts.ts'

export async function listOwnUrns({ db, actor }: SignedInContext) {
  const rows = await listWhereabouts(db, await whereInFamily(db, actor.userID))
  return rows.map((urn) => ({
    ...urn,
    nichePlace: buildingLevelBlock(urn),
    releasedTo: urn.last.releasedTo ?? '',
  }))
}

/**
 * The certificate exists only while the urn is in its niche. An applicant gets 404 for the booking of another family.
 */
export async function getCertificate({ db, actor }: SignedInContext, bookingID: string) {
  const isOwn = actor.role === 'user' ? await whereInFamily(db, actor.userID) : undefined
  const [urn] = await listWhereabouts(db, and(eq(bookings.bookingID, bookingID), isOwn))
  if (!urn || !isInNiche(urn.place)) throw new AppError('NOT_FOUND')
  return {
    ...urn,
    ...knownDates(urn.beneficiary),
    beneficiaryName: urn.beneficiary.beneficiaryName,
    nichePlace: buildingLevelBlock(urn),
    basis: basisOf(urn.last.event),
    placedAt: urn.last.at,
    right: await readRightOf({ db }, bookingID),
    code: codeOfID(urn.last.moveID),
  }
}

/** Limits each client address: enough for an office that checks certificates, far too few to guess codes. */
export const verifications: Throttle = { key: 'verify-from', limit: 60, seconds: 15 * 60 }

export async function verifyPlacement(context: Context, code: string) {
  await throttleAddress(context, verifications)
  const found = await findPlacement(context.db, code)
  if (!found) return { placement: null }
  return { placement: { ...found, nichePlace: buildingLevelBlock(found), basis: basisOf(found.event) } }
}

const basisOf = (event: UrnEvent): PlacementBasis => (event === 'see' || event === 'enter' ? event : 'place')

const next = alias(urnMoves, 'next')

/** The placement with this code, and the move by which the urn left the niche. */
async function findPlacement(db: Db, code: string) {
  const [first, last] = idsWithCode(code)
  /** The moves are read first, without joins: PostgreSQL expects many in a range of IDs, and would read whole tables to join them. */
  const [move] = await db
    .select({ moveID: urnMoves.moveID })
    .from(urnMoves)
    .where(and(gte(urnMoves.moveID, first), lte(urnMoves.moveID, last), inArray(urnMoves.event, intoNicheEvents)))
    .limit(1)
  if (!move) return undefined
  const [found] = await db
    .select({
      beneficiaryName: beneficiaries.beneficiaryName,
      ...locationColumns,
      event: urnMoves.event,
      placedAt: urnMoves.at,
      takenOutAt: next.at,
    })
    .from(urnMoves)
    .innerJoin(urns, eq(urns.tag, urnMoves.tag))
    .innerJoin(bookings, eq(bookings.bookingID, urns.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, urnMoves.nicheID))
    .leftJoin(
      next,
      and(eq(next.tag, urnMoves.tag), gt(next.position, urnMoves.position), notInArray(next.event, intoNicheEvents)),
    )
    .where(eq(urnMoves.moveID, move.moveID))
    .orderBy(asc(next.position))
    .limit(1)
  return found
}
