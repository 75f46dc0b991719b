import type { OwnBooking } from '../bookings/api.ts'
import type { CertificateKind, CertificateRequest } from '../bookings/certificate-request.ts'
import { formatAmount } from '../money.ts'
import { isSettled } from '../payments/payment.ts'
import { spoken, t } from '../words/t.ts'

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

const usualTime = () =>
  t`This usually takes one working day, and we will write to you. There is nothing you need to do.`

/**
 * Where a booking stands and what happens next, in the words that cards, details and letters share.
 * It does not repeat the words of the badges, which stand beside it.
 */
export function familyStatus(booking: FamilyFacts): FamilyStatus {
  const { bookingStatus, bookingType, paymentStatus, urnRequested, ending } = booking
  if (bookingStatus === 'Cancelled') return endedStatus(booking)
  if (bookingType === 'Archived')
    return withoutReason(t`Closed`, t`This booking has ended. Please contact us if you have questions.`)
  if (ending?.event === 'deny')
    return { title: t`Urn placement not approved`, reason: ending.reason, next: afterUrnDenial(booking) }
  if (bookingStatus === 'Confirmed') return bookingType === 'PreOrder' ? reserved(booking) : approved()
  if (paymentStatus && !isSettled(paymentStatus)) return withoutReason(t`Not paid yet`, howToPay(booking))
  if (booking.certificateAsked) return certificateNeeded(booking)
  if (urnRequested)
    return withoutReason(t`Urn placement requested`, t`Our staff are checking the death certificate. ${usualTime()}`)
  return withoutReason(
    paymentStatus === 'Paid' ? t`Paid, and being checked` : t`Being checked`,
    t`Our staff are checking your documents. ${usualTime()}`,
  )
}

const withoutReason = (title: string, next: string): FamilyStatus => ({ title, reason: '', next })

/** Whether the reader is the second person of the family, who can only choose the day. */
export const isRelative = ({ actingFor }: FamilyFacts) => actingFor !== null

const reserved = (booking: FamilyFacts) =>
  withoutReason(
    t`Niche reserved`,
    isRelative(booking)
      ? t`The niche is kept for your family. When the time comes, ${booking.actingFor ?? ''} asks for the urn to be placed.`
      : t`The niche is kept for your family. When the time comes, ask for the urn to be placed from My Bookings.`,
  )

const approved = () => withoutReason(t`Approved`, t`Please choose a day for the urn. We will be there to help you.`)

const howToPay = ({ paymentAmount, holdExpiresAt, sharesNiche }: FamilyFacts) =>
  holdExpiresAt
    ? t`Please pay ${formatAmount(paymentAmount ?? '0.00')} by ${spoken().dateTime(holdExpiresAt)}. ${whatIsKept(sharesNiche)} is kept for you until then.`
    : t`Please pay ${formatAmount(paymentAmount ?? '0.00')}.`

/** A family with another person in the niche must not read that it could lose the niche. */
const whatIsKept = (sharesNiche: boolean) => (sharesNiche ? t`The place in the niche` : t`The niche`)

/** For example `birth and death certificates`, or `birth certificate and proof of relationship`. */
function namePapers(kinds: readonly CertificateKind[]): string {
  const certificates = kinds.filter((kind) => kind !== 'relationship')
  const only = certificates[0] === 'death' ? t`death certificate` : t`birth certificate`
  const named = certificates.length > 1 ? t`birth and death certificates` : certificates.length === 1 && only
  const proof = kinds.includes('relationship') && t`proof of relationship`
  return [named, proof].filter(Boolean).join(t` and `)
}

/** Only the holder reads which certificate is needed, and why. */
function certificateNeeded({ certificateRequest, actingFor }: FamilyFacts): FamilyStatus {
  const title = t`We need another certificate`
  if (!certificateRequest) return withoutReason(title, t`We have asked ${actingFor ?? ''} for it.`)
  const { kinds, reason } = certificateRequest
  const next = t`Please send the ${namePapers(kinds)} from My Bookings. The niche is kept for you, and your booking keeps its place in the queue.`
  return { title, reason, next }
}

const afterUrnDenial = (booking: FamilyFacts) =>
  [
    booking.bookingStatus === 'Confirmed' ? t`The niche is still reserved.` : t`Your pre-order is still being checked.`,
    ...(isRelative(booking) ? [] : [t`You are welcome to send the request again.`]),
  ].join(' ')

const endedTitles = () => ({
  cancel: t`Ended before payment`,
  expire: t`Not paid in time`,
  deny: t`Not approved`,
  release: t`Pre-order ended`,
})

/** A hold that has just lapsed has no event yet: a background job records it. */
function endedStatus(booking: FamilyFacts): FamilyStatus {
  const { event, reason } = booking.ending ?? { event: 'expire', reason: '' }
  const money = booking.paymentStatus ? ` ${refundSentence(booking)}` : ''
  const then = booking.sharesNiche
    ? t`Nothing changes for the other people of this niche.`
    : t`You are welcome to choose a niche whenever you are ready.`
  const next = t`${whatIsKept(booking.sharesNiche)} is no longer kept for you.${money} ${then}`
  return { title: endedTitles()[event], reason, next }
}

function refundSentence({ paymentStatus, paymentMethod, paymentAmount }: FamilyFacts) {
  const amount = formatAmount(paymentAmount ?? '0.00')
  const isOnline = paymentMethod === 'Credit Card'
  if (paymentStatus === 'Refunding')
    return isOnline
      ? t`${amount} is being returned to the card or account you paid with, and we will write to you once that is done.`
      : t`${amount} will be returned to you at our counter.`
  if (paymentStatus === 'Refunded')
    return isOnline
      ? t`${amount} has been returned to the card or account you paid with. Your bank may take 5 to 10 days to show it.`
      : t`${amount} has been returned to you.`
  return t`Nothing was charged.`
}
