import type { BookingEvent } from '#contract/bookings/transitions.ts'
import { pathTo } from '#contract/pages.ts'
import type { Context } from '#server/context.ts'
import { enqueueLetter, type Letter } from '#server/mail/outbox.ts'
import type { LockedBooking } from './queries.ts'

/** Adds the letter about this event, if there is one, to the outbox in the same transaction. */
export async function enqueueMoveLetter(context: Context, held: LockedBooking, event: BookingEvent, reason: string) {
  const words = letterByEvent[event]?.(held, reason)
  if (words) await enqueueLetter(context, { ...recipientOf(held), facts: bookingFacts(held), ...words })
}

type LetterContent = Pick<Letter, 'kind' | 'subject' | 'paragraphs' | 'action'>

const letterByEvent: Partial<Record<BookingEvent, (held: LockedBooking, reason: string) => LetterContent>> = {
  approve: ({ booking, beneficiary: { beneficiaryName }, nicheCode, urn }) => ({
    kind: urn ? 'urn placement approved' : 'approved',
    subject: urn
      ? `Urn placement approved for booking ${booking.bookingID}`
      : `Your booking ${booking.bookingID} is approved`,
    paragraphs: urn
      ? [
          `The urn of ${beneficiaryName} may now be placed in niche ${nicheCode}.`,
          'Please call us to agree on a day. We will be there to help you.',
        ]
      : [
          `Your booking of niche ${nicheCode} for ${beneficiaryName} has been approved. Nothing more is needed from you.`,
        ],
    action: viewBookingsLink,
  }),
  confirm: ({ booking, beneficiary: { beneficiaryName }, nicheCode }) => ({
    kind: 'pre-order confirmed',
    subject: `Your pre-order ${booking.bookingID} is confirmed`,
    paragraphs: [
      `Niche ${nicheCode} is now reserved for ${beneficiaryName}, for as long as it is needed.`,
      'When the time comes, you can ask for the urn to be placed from My Bookings.',
    ],
    action: viewBookingsLink,
  }),
  requestUrn: ({ booking, beneficiary: { beneficiaryName } }) => ({
    kind: 'urn request received',
    subject: `We have received your request for booking ${booking.bookingID}`,
    paragraphs: [
      `We are sorry for your loss. Your request to place the urn of ${beneficiaryName} has reached us.`,
      'Our staff will look at the certificate and write to you soon. There is nothing more that you need to do now.',
    ],
    action: viewBookingsLink,
  }),
  requestCertificate: ({ booking }, reason) => ({
    kind: 'certificate requested',
    subject: `We need another certificate for booking ${booking.bookingID}`,
    paragraphs: [
      'We have looked at your booking and need a better copy of a certificate before we can go on. Your niche is kept for you.',
      `What our staff wrote: ${reason}`,
      'Please send it from My Bookings. Your booking keeps its place, so nothing is lost by this.',
    ],
    action: viewBookingsLink,
  }),
  deny: ({ booking, payment, urn }, reason) => ({
    kind: urn ? 'urn placement denied' : 'denied',
    subject: urn
      ? `About your urn placement request for booking ${booking.bookingID}`
      : `About your booking ${booking.bookingID}`,
    paragraphs: [
      urn
        ? 'We could not approve your request for urn placement. Your pre-order stays as it was.'
        : 'We are sorry that we could not approve your booking.',
      `The reason given: ${reason}`,
      ...(urn
        ? ['You are welcome to send the request again.']
        : refundParagraphs(payment.paymentStatus, payment.paymentMethod)),
    ],
    action: viewBookingsLink,
  }),
  release: ({ booking, payment, nicheCode }, reason) => ({
    kind: 'released',
    subject: `Your pre-order ${booking.bookingID} has been released`,
    paragraphs: [
      `Your pre-order of niche ${nicheCode} has ended, and the niche has been released.`,
      `The reason given: ${reason}`,
      ...refundParagraphs(payment.paymentStatus, payment.paymentMethod),
    ],
    action: viewBookingsLink,
  }),
  expire: ({ booking, nicheCode }) => ({
    kind: 'hold expired',
    subject: `The time to pay for booking ${booking.bookingID} has passed`,
    paragraphs: [
      `We kept niche ${nicheCode} for you, but the payment did not reach us in time. The booking has been cancelled and nothing was charged.`,
      'You are welcome to choose a niche again whenever you are ready.',
    ],
    action: { label: 'Choose a niche', path: pathTo('bookNiche') },
  }),
}

/** A week after a certificate was asked for. */
export async function enqueueReminderLetter(context: Context, held: LockedBooking) {
  await enqueueLetter(context, {
    ...recipientOf(held),
    facts: bookingFacts(held),
    kind: 'certificate reminder',
    subject: `We still need a certificate for booking ${held.booking.bookingID}`,
    paragraphs: [
      'A week ago we asked you for a better copy of a certificate. Your niche is still kept for you.',
      `What our staff wrote: ${held.certificateRequest?.reason ?? ''}`,
      'If you cannot get it, please call us or come to our counter. We are glad to help.',
    ],
    action: viewBookingsLink,
  })
}

const viewBookingsLink = { label: 'See my bookings', path: pathTo('myBookings') } as const

function refundParagraphs(
  status: LockedBooking['payment']['paymentStatus'],
  method: LockedBooking['payment']['paymentMethod'],
): string[] {
  if (status !== 'Refunding') return []
  return method === 'Credit Card'
    ? ['Your payment is being returned to your card. We will write again once that is done.']
    : ['Your payment will be returned to you at our counter.']
}

const recipientOf = ({ applicant }: LockedBooking) => ({ to: applicant.email, name: applicant.fullName })

const bookingFacts = ({ booking, nicheCode, beneficiary }: LockedBooking): [string, string][] => [
  ['Booking', booking.bookingID],
  ['Niche', nicheCode],
  ['For', beneficiary.beneficiaryName],
]
