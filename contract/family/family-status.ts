import type { OwnBooking } from '../bookings/api.ts'
import { type CertificateKind, type CertificateRequest, certificateLabels } from '../bookings/certificate-request.ts'
import { formatClock } from '../dates.ts'
import { formatAmount } from '../money.ts'
import { isSettled } from '../payments/payment.ts'

/** What decides how a booking is explained to its family. */
export type FamilyFacts = Pick<
  OwnBooking,
  | 'bookingStatus'
  | 'bookingType'
  | 'paymentStatus'
  | 'paymentMethod'
  | 'paymentAmount'
  | 'sharesNiche'
  | 'urnRequested'
  | 'certificateAsked'
  | 'actingFor'
  | 'ending'
> & {
  holdExpiresAt: Date | string | null
  certificateRequest: Pick<CertificateRequest, 'kinds' | 'reason'> | null
}

export interface FamilyStatus {
  title: string
  /** The reason that staff wrote to the family, if they did. */
  reason: string
  /** What happens next, and what the family can do. */
  next: string
}

const usualTime = 'This usually takes one working day, and we will write to you. There is nothing you need to do.'

/**
 * Where a booking stands and what happens next, in the words that cards, details and letters share.
 * It does not repeat the words of the badges, which stand beside it.
 */
export function familyStatus(booking: FamilyFacts): FamilyStatus {
  const { bookingStatus, bookingType, paymentStatus, urnRequested, ending } = booking
  if (bookingStatus === 'Cancelled') return endedStatus(booking)
  if (bookingType === 'Archived')
    return withoutReason('Closed', 'This booking has ended. Please contact us if you have questions.')
  if (ending?.event === 'deny')
    return { title: 'Urn placement not approved', reason: ending.reason, next: afterUrnDenial(booking) }
  if (bookingStatus === 'Confirmed') return bookingType === 'PreOrder' ? reserved(booking) : approved
  if (paymentStatus && !isSettled(paymentStatus)) return withoutReason('Not paid yet', howToPay(booking))
  if (booking.certificateAsked) return certificateNeeded(booking)
  if (urnRequested)
    return withoutReason('Urn placement requested', `Our staff are checking the death certificate. ${usualTime}`)
  return withoutReason(
    paymentStatus === 'Paid' ? 'Paid, and being checked' : 'Being checked',
    `Our staff are checking your documents. ${usualTime}`,
  )
}

const withoutReason = (title: string, next: string): FamilyStatus => ({ title, reason: '', next })

/** Whether the reader is the second person of the family, who can only choose the day. */
export const isRelative = ({ actingFor }: FamilyFacts) => actingFor !== null

const reserved = (booking: FamilyFacts) =>
  withoutReason(
    'Niche reserved',
    `The niche is kept for as long as it is needed. When the time comes, ${
      isRelative(booking)
        ? `${booking.actingFor} asks for the urn to be placed.`
        : 'ask for the urn to be placed from My Bookings.'
    }`,
  )

const approved = withoutReason('Approved', 'Please choose a day for the urn. We will be there to help you.')

const howToPay = ({ paymentAmount, holdExpiresAt, sharesNiche }: FamilyFacts) =>
  holdExpiresAt
    ? `Please pay ${formatAmount(paymentAmount ?? '0.00')} by ${formatClock(new Date(holdExpiresAt))}. ${whatIsKept(sharesNiche)} is kept for you until then.`
    : `Please pay ${formatAmount(paymentAmount ?? '0.00')}.`

/** A family with another person in the niche must not read that it could lose the niche. */
const whatIsKept = (sharesNiche: boolean) => (sharesNiche ? 'The place in the niche' : 'The niche')

/** For example `birth and death certificates`, or `birth certificate and proof of relationship`. */
function namePapers(kinds: readonly CertificateKind[]): string {
  const certificates = kinds.filter((kind) => kind !== 'relationship')
  const named =
    certificates.length > 0 &&
    `${certificates.join(' and ')} ${certificates.length === 1 ? 'certificate' : 'certificates'}`
  const proof = kinds.includes('relationship') && certificateLabels.relationship.toLowerCase()
  return [named, proof].filter(Boolean).join(' and ')
}

/** Only the holder reads which certificate is needed, and why. */
function certificateNeeded({ certificateRequest, actingFor }: FamilyFacts): FamilyStatus {
  const title = 'We need another certificate'
  if (!certificateRequest) return withoutReason(title, `We have asked ${actingFor} for it.`)
  const { kinds, reason } = certificateRequest
  const next = `Please send the ${namePapers(kinds)} from My Bookings. The niche is kept for you, and your booking keeps its place in the queue.`
  return { title, reason, next }
}

const afterUrnDenial = (booking: FamilyFacts) =>
  [
    booking.bookingStatus === 'Confirmed' ? 'The niche is still reserved.' : 'Your pre-order is still being checked.',
    ...(isRelative(booking) ? [] : ['You are welcome to send the request again.']),
  ].join(' ')

const endedTitles = {
  cancel: 'Ended before payment',
  expire: 'Not paid in time',
  deny: 'Not approved',
  release: 'Pre-order ended',
}

/** A hold that has just lapsed has no event yet: a background job records it. */
function endedStatus(booking: FamilyFacts): FamilyStatus {
  const { event, reason } = booking.ending ?? { event: 'expire', reason: '' }
  const money = booking.paymentStatus ? ` ${refundSentence(booking)}` : ''
  const then = booking.sharesNiche
    ? 'Nothing changes for the other people of this niche.'
    : 'You are welcome to choose a niche whenever you are ready.'
  const next = `${whatIsKept(booking.sharesNiche)} is no longer kept for you.${money} ${then}`
  return { title: endedTitles[event], reason, next }
}

function refundSentence({ paymentStatus, paymentMethod, paymentAmount }: FamilyFacts) {
  const amount = formatAmount(paymentAmount ?? '0.00')
  const isOnline = paymentMethod === 'Credit Card'
  if (paymentStatus === 'Refunding')
    return isOnline
      ? `${amount} is being returned to the card or account you paid with, and we will write to you once that is done.`
      : `${amount} will be returned to you at our counter.`
  if (paymentStatus === 'Refunded')
    return isOnline
      ? `${amount} has been returned to the card or account you paid with. Your bank may take 5 to 10 days to show it.`
      : `${amount} has been returned to you.`
  return 'Nothing was charged.'
}
