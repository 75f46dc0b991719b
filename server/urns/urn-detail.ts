import { eq } from 'drizzle-orm'
import { isApproved } from '#contract/bookings/booking.ts'
import { formatDay, toDay } from '#contract/dates.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { urnLeavings } from '#contract/rights/agreement.ts'
import type { UrnOfBooking } from '#contract/urns/api.ts'
import { ReleaseDetails } from '#contract/urns/confirmation.ts'
import {
  describeLocation,
  findUrnMove,
  type UrnWhereabouts,
  urnEventsFrom,
  whereaboutsAfter,
} from '#contract/urns/moves.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { bookings } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'
import { readMissing, readWhoHolds } from '#server/rights/public.ts'
import { findOpenRequest } from '#server/second-person/public.ts'
import { findAttempt, findOpenAttempt, listWaiting, type OpenAttempt } from './attempts.ts'
import { mismatchSentences } from './decide-move.ts'
import { readLoss } from './lost-documents.ts'
import { findLocation, findUrnOfBooking, findUrnWithHolder, type Location, listMoves } from './queries.ts'

export async function getUrn(context: SignedInContext, tag: string) {
  const { db, actor, clock } = context
  const found = await findUrnWithHolder(db, tag)
  if (!found) throw new AppError('NOT_FOUND')
  const { urn, booking, beneficiary, nicheCode } = found
  const moves = await listMoves(db, tag)
  const location = await findLocation(db, tag)
  const open = await findOpenAttempt(db, tag)
  const loss = await readLoss(db, urn)
  const withdrawal = await findOpenRequest(db, { act: 'withdrawLoss', subject: tag }, clock())
  const events = urnEventsFrom({ whereabouts: location.whereabouts, isBookingApproved: isApproved(booking) })
  const leaving = urnLeavings.find((event) => events.includes(event))
  const whoHolds = (await readWhoHolds(context, urn.bookingID)) ?? namedByBooking(found)
  return {
    ...urn,
    beneficiaryName: beneficiary.beneficiaryName,
    nicheCode,
    place: location.whereabouts,
    where: describeNow(location, moves[0]),
    movedAt: moves[0]?.move.at ?? urn.createdAt,
    bookingStatus: booking.bookingStatus,
    bookingType: booking.bookingType,
    dateOfBirth: beneficiary.dateOfBirth ?? beneficiary.bornIn,
    dateOfDeath: beneficiary.dateOfDeath ?? beneficiary.diedIn,
    nichePlace: buildingLevelBlock(found),
    ...whoHolds,
    /** A register may have said it after the right was granted. */
    deed: whoHolds.deed || (found.entry?.deed ?? ''),
    events,
    missing: leaving ? await readMissing(context, urn, leaving) : null,
    moves: moves.map(presentMove),
    attempt: open && open.expiresAt > clock() ? presentAttempt(open, actor) : null,
    loss: loss
      ? {
          reportedAt: loss.report.reportedAt,
          by: loss.by,
          note: loss.report.note,
          releasableFrom: loss.releasableFrom,
          toPost: loss.toPost,
          withdrawal: withdrawal
            ? { by: withdrawal.askedBy, isMine: withdrawal.askedByID === actor.userID, note: withdrawal.reason }
            : null,
        }
      : null,
  }
}

/** Before a right is granted. */
function namedByBooking({ account, entry }: NonNullable<Awaited<ReturnType<typeof findUrnWithHolder>>>) {
  const reach = [account?.contactNumber, account?.email, entry?.holderContact, entry?.holderEmail]
  return {
    right: null,
    deed: '',
    holders: [
      {
        name: account?.fullName ?? entry?.holderName ?? '',
        guardian: '',
        hasDied: false,
        reach: [...new Set(reach.flatMap((way) => way || []))],
      },
    ],
    collectors: [],
  }
}

export const listUrnHistory = async (db: Db, tag: string) => (await listMoves(db, tag)).map(presentMove)

type Moves = Awaited<ReturnType<typeof listMoves>>

const describeNow = (location: Location, last: Moves[number] | undefined) =>
  last?.move.event === 'see'
    ? `${describeLocation(location)}, seen on ${formatDay(toDay(last.move.at))}, by two people`
    : describeLocation(location)

const presentAttempt = ({ event, firstBy, firstByID, expiresAt }: OpenAttempt, actor: SignedInContext['actor']) => ({
  event,
  by: firstBy,
  isMine: firstByID === actor.userID,
  expiresAt,
})

function presentMove({ move, nicheCode, by, witness }: Moves[number]) {
  const whereabouts: UrnWhereabouts = whereaboutsAfter(move.event)
  const release = ReleaseDetails.safeParse(move)
  return {
    event: move.event,
    at: move.at,
    by,
    witness,
    where: describeLocation({ whereabouts, nicheCode: nicheCode ?? '', shelf: move.shelf }),
    reason: move.reason,
    release: release.success ? release.data : null,
  }
}

/** Shown on the page of the booking. */
export async function getUrnOfBooking({ db }: SignedInContext, bookingID: string): Promise<UrnOfBooking> {
  const [booking] = await db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  if (!booking) throw new AppError('NOT_FOUND')
  const urn = await findUrnOfBooking(db, bookingID)
  const location = await findLocation(db, urn?.tag ?? '')
  return {
    tag: urn?.tag ?? null,
    where: urn ? describeLocation(location) : 'Not received yet',
    canReceive:
      findUrnMove({ whereabouts: location.whereabouts, isBookingApproved: isApproved(booking) }, 'receive') !==
      undefined,
  }
}

/** Moves that another person can confirm now. */
export async function listWaitingMoves({ db, actor, clock }: SignedInContext) {
  const rows = await listWaiting(db, clock())
  return rows.map(({ attempt, firstBy, ...location }) => ({
    ...presentAttempt({ ...attempt, firstBy }, actor),
    attemptID: attempt.attemptID,
    place: buildingLevelBlock(location),
  }))
}

/** A witness sees only moves that wait for a second person, and those that they took part in. */
export async function getAttempt({ db, actor, clock }: SignedInContext, attemptID: string) {
  const found = await findAttempt(db, attemptID)
  if (!found) throw new AppError('NOT_FOUND')
  const { attempt, firstBy, nicheCode } = found
  const { tag, outcome, mismatch, expiresAt, secondByID } = attempt
  const isOver = outcome === 'expired' || (outcome === 'open' && expiresAt <= clock())
  if (actor.role === 'witness' && (outcome !== 'open' || isOver) && secondByID !== actor.userID)
    throw new AppError('NOT_FOUND')
  return {
    ...presentAttempt({ ...attempt, firstBy }, actor),
    attemptID,
    tag,
    nicheCode,
    outcome: isOver ? ('expired' as const) : outcome,
    stopped: mismatch ? new AppError('URN_MISMATCH', { why: mismatchSentences[mismatch] }).publicMessage : '',
  }
}
