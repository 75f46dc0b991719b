import { type BookingStatus, type BookingType, endingEvents } from '#contract/bookings/booking.ts'
import type { CertificateKind } from '#contract/bookings/certificate-request.ts'
import type { BookingEvent } from '#contract/bookings/transitions.ts'
import { type FamilyFacts, familyStatus } from '#contract/family/family-status.ts'
import { toAmount } from '#contract/money.ts'
import type { Settlement } from '#server/payments/public.ts'
import type { LockedBooking } from './queries.ts'

/** What the person who moves a booking writes about it. */
export interface MoveDetails {
  reason?: string
  /** The certificates that the family is asked for. */
  kinds?: CertificateKind[]
}

/** What My Bookings will show after this move to the holder, or to the second person who acts for `actingFor`. The requests in `locked` are still those from before it. */
export function familyFactsOf(
  locked: LockedBooking,
  event?: BookingEvent,
  details: MoveDetails = {},
  actingFor: string | null = null,
): FamilyFacts {
  const { booking, payment, urn, certificateRequest } = locked
  const { reason = '', kinds } = details
  const ending = endingEvents.find((each) => each === event)
  return {
    bookingStatus: booking.bookingStatus,
    bookingType: booking.bookingType,
    paymentStatus: payment?.paymentStatus ?? null,
    paymentMethod: payment?.paymentMethod ?? null,
    paymentAmount: payment ? toAmount(payment.amountCents) : null,
    holdExpiresAt: booking.holdExpiresAt,
    sharesNiche: locked.others.length > 0,
    urnRequested: event === 'requestUrn' || urn !== null,
    certificateAsked: kinds !== undefined || certificateRequest !== null,
    certificateRequest: kinds ? { kinds, reason } : certificateRequest,
    actingFor,
    ending: ending ? { event: ending, reason } : null,
  }
}

/** The status in the receipt, which is written before the booking itself moves. */
export const familyStatusOncePaid = (
  { status, type }: { status: BookingStatus; type: BookingType },
  { method, amountCents }: Settlement,
) =>
  familyStatus({
    bookingStatus: status,
    bookingType: type,
    paymentStatus: method === 'Waived' ? 'Waived' : 'Paid',
    paymentMethod: method,
    paymentAmount: toAmount(amountCents),
    holdExpiresAt: null,
    sharesNiche: false,
    urnRequested: false,
    certificateAsked: false,
    certificateRequest: null,
    actingFor: null,
    ending: null,
  })
