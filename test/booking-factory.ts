import { randomUUID } from 'node:crypto'
import type { BookingStatus, BookingType } from '#contract/bookings/booking.ts'
import type { BookingState, bookingEvents } from '#contract/bookings/transitions.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
import { isSettled } from '#contract/payments/payment.ts'
import type { Context } from '#server/core/context.ts'
import { newReadableID } from '#server/core/readable-id.ts'
import {
  beneficiaries,
  bookingMoves,
  bookings,
  certificateRequests,
  paymentEvents,
  payments,
  urnRequests,
} from '#server/database/schema.ts'
import { saveCertificate } from '#server/documents/public.ts'
import { beneficiary, birthCertFile } from './booking-forms.ts'
import { makeNiche, type Person } from './factories.ts'

type Step = [event: (typeof bookingEvents)[number], status: BookingStatus, type: BookingType, niche: NicheStatus]

export interface MadeBooking {
  bookingID: string
  nicheID: string
  /** Its state before the last move. */
  before: { status: BookingStatus; type: BookingType; niche: NicheStatus }
}

/** The booking that `makeBooking` makes unless it is given something else: an applicant's own, paid, waiting for a decision. */
export const usualState = {
  status: 'Pending',
  type: 'Current',
  payment: 'Paid',
  urn: false,
  certificateAsked: false,
  madeBy: 'user',
} as const satisfies BookingState

/** A booking of this person in any possible state, with the moves that lead to it. */
export async function makeBooking(
  context: Context,
  owner: Person,
  differences: Partial<BookingState> = {},
): Promise<MadeBooking> {
  const state: BookingState = { ...usualState, ...differences }
  const { db, vault, clock } = context
  const steps = movesTo(state)
  const last = steps.at(-1) ?? ['submit', 'Pending', 'Current', 'Pending']
  const earlier = steps.at(-2) ?? last
  const free = state.type === 'Archived' ? state.nicheFree !== false : state.status === 'Cancelled'
  const { nicheID } = await makeNiche(context, {
    status: free ? 'Available' : last[3] === 'Available' ? 'Reserved' : last[3],
  })
  const [bookingID, paymentID, beneficiaryID, at] = [newReadableID('B'), newReadableID('P'), randomUUID(), clock()]
  const hasHold = state.status === 'Pending' && !isSettled(state.payment)

  await db.insert(beneficiaries).values({
    beneficiaryID,
    beneficiaryName: beneficiary.beneficiaryName,
    gender: 'Male',
    nationality: 'Singaporean',
    nationalIDSealed: vault.seal('S0123456A'),
    relationship: 'Father',
    dateOfBirth: beneficiary.dateOfBirth,
    address: '2 Test Street',
    postalCode: '234567',
    unitNumber: '02-02',
  })
  await db.insert(bookings).values({
    bookingID,
    userID: owner.userID,
    nicheID,
    beneficiaryID,
    bookingStatus: state.status,
    bookingType: state.type,
    madeBy: state.madeBy,
    createdByID: owner.userID,
    nicheStatus: last[3],
    holdExpiresAt: hasHold ? new Date(at.getTime() + 30 * 60_000) : null,
    createdAt: at,
    waitingSince: at,
  })
  await db.insert(payments).values({
    paymentID,
    bookingID,
    amountCents: state.payment === 'Waived' ? 0 : 380_000,
    paymentMethod: state.payment === 'Waived' ? 'Waived' : 'Credit Card',
    paymentStatus: state.payment,
    createdAt: at,
    settledAt: hasHold || state.payment === 'Failed' ? null : at,
  })
  await db.insert(paymentEvents).values({ paymentID, kind: 'made', toStatus: state.payment, at })
  const asked: Step = ['requestCertificate', last[1], last[2], last[3]]
  await insertMoves(context, bookingID, state.certificateAsked ? [...steps, asked] : steps)
  const birth = { bytes: Buffer.from(birthCertFile.content), mime: 'application/pdf' }
  await saveCertificate(context, { beneficiaryID }, 'birth', birth)
  if (state.urn) await insertUrnRequest(context, bookingID, earlier, birth)
  if (state.certificateAsked) {
    const request = { requestID: randomUUID(), bookingID, kinds: ['birth' as const], reason: 'Blurred' }
    await db.insert(certificateRequests).values({ ...request, requestedByID: owner.userID, requestedAt: at })
  }
  return { bookingID, nicheID, before: { status: earlier[1], type: earlier[2], niche: earlier[3] } }
}

/** The fewest moves that lead to a state. */
function movesTo({ status, type, urn, payment }: BookingState): Step[] {
  const chosen = type === 'PreOrder' ? 'PreOrder' : 'Current'
  const submitted: Step = ['submit', 'Pending', chosen, 'Pending']
  if (status === 'Cancelled') {
    return [submitted, [payment === 'Failed' ? 'expire' : 'deny', 'Cancelled', chosen, 'Available']]
  }
  if (urn)
    return [
      submitted,
      ['confirm', 'Confirmed', 'PreOrder', 'Reserved'],
      ['requestUrn', 'Pending', 'PreOrder', 'Pending'],
    ]
  if (status === 'Pending') return [submitted]
  if (type === 'PreOrder') return [submitted, ['confirm', 'Confirmed', 'PreOrder', 'Reserved']]
  const approved: Step = ['approve', 'Confirmed', 'Current', 'Occupied']
  return type === 'Archived'
    ? [submitted, approved, ['archive', 'Confirmed', 'Archived', 'Available']]
    : [submitted, approved]
}

async function insertMoves({ db, clock }: Context, bookingID: string, steps: Step[]) {
  for (const [index, [event, toStatus, toType]] of steps.entries()) {
    const [, fromStatus = null, fromType = null, fromNicheStatus = null] = steps[index - 1] ?? []
    await db
      .insert(bookingMoves)
      .values({ bookingID, event, fromStatus, fromType, fromNicheStatus, toStatus, toType, at: clock() })
  }
}

async function insertUrnRequest(
  context: Context,
  bookingID: string,
  [, beforeStatus, , beforeNicheStatus]: Step,
  file: { bytes: Buffer; mime: string },
) {
  const urnRequestID = randomUUID()
  await context.db.insert(urnRequests).values({
    urnRequestID,
    bookingID,
    dateOfDeath: '2026-01-31',
    inscription: 'At rest',
    beforeStatus,
    beforeNicheStatus,
    requestedAt: context.clock(),
  })
  await saveCertificate(context, { urnRequestID }, 'death', file)
}
