import type { BookingEvent } from '#contract/bookings/transitions.ts'
import { type FamilyStatus, familyStatus } from '#contract/family/family-status.ts'
import { pathTo } from '#contract/pages.ts'
import type { Context } from '#server/core/context.ts'
import type { registerEntries } from '#server/database/schema.ts'
import { enqueueLetter, type Letter, nameBeneficiary, nameOr, withdrawLetter } from '#server/mail/outbox.ts'
import { enqueueFamilyLetter } from './family-access.ts'
import { familyFactsOf, type MoveDetails } from './family-facts.ts'
import type { LockedBooking } from './queries.ts'

type Entry = typeof registerEntries.$inferSelect

/** Adds the letter about this event, if there is one, to the outbox in the same transaction. */
export async function enqueueMoveLetter(
  context: Context,
  held: LockedBooking,
  event: BookingEvent,
  details: MoveDetails,
) {
  const letter = moveLetter(held, event, details)
  if (!letter) return
  if (!familyEvents.has(event)) return enqueueLetter(context, letter)
  const forRelative = moveLetter(held, event, details, held.applicant.fullName)
  await enqueueFamilyLetter(context, held.booking.bookingID, letter, forRelative)
}

/** What the second person of a family reads, too. Money, denials and certificates are the holder's. */
const familyEvents = new Set<BookingEvent>(['approve', 'confirm', 'requestUrn'])

/** The letter about this event, for the booking as it is after it; to the second person in the words of who acts for the holder. */
export function moveLetter(
  held: LockedBooking,
  event: BookingEvent,
  details: MoveDetails,
  actingFor?: string,
): Letter | undefined {
  const recipient = recipientOf(held)
  const status = familyStatus(familyFactsOf(held, event, details, actingFor))
  const words = recipient && letterByEvent[event]?.(held, status)
  return words ? { ...recipient, facts: bookingFacts(held, status), ...words } : undefined
}

/** False if the letter has left the house. */
export const withdrawDenial = (context: Context, { booking }: LockedBooking) =>
  withdrawLetter(context, denialKey(booking))

const denialKey = ({ bookingID, version }: LockedBooking['booking']) => `denied:${bookingID}:${version}`

type LetterContent = Pick<Letter, 'kind' | 'subject' | 'paragraphs' | 'action' | 'dedupeKey' | 'notBefore'>

/** Each letter says what happened; `explain` adds what My Bookings says too. */
const letterByEvent: Partial<
  Record<BookingEvent, (held: LockedBooking, status: FamilyStatus) => LetterContent | undefined>
> = {
  /** At the counter, paying approves. */
  finalise: (held, status) => {
    if (held.booking.madeBy !== 'staff') return undefined
    return held.booking.bookingType === 'PreOrder' ? confirmed(held, status) : approved(held, status)
  },
  approve: (held, status) => approved(held, status),
  confirm: (held, status) => confirmed(held, status),
  requestUrn: (held, status) => ({
    kind: 'urn request received',
    subject: `We have received your request for booking ${held.booking.bookingID}`,
    paragraphs: [
      `We are sorry for your loss. The request to place the urn of ${beneficiaryOf(held)} has reached us.`,
      ...explain(status),
    ],
    action: viewBookingsLink,
  }),
  requestCertificate: ({ booking }, status) => ({
    kind: 'certificate requested',
    subject: `We need another certificate for booking ${booking.bookingID}`,
    paragraphs: [
      'We have looked at your booking and need a better copy of a certificate before we can go on.',
      ...explain(status),
    ],
    action: viewBookingsLink,
  }),
  deny: ({ booking, urn }, status) => ({
    kind: urn ? 'urn placement denied' : 'denied',
    subject: urn
      ? `About your urn placement request for booking ${booking.bookingID}`
      : `About your booking ${booking.bookingID}`,
    paragraphs: [
      urn
        ? 'We could not approve your request for urn placement.'
        : 'We are sorry that we could not approve your booking.',
      ...explain(status),
    ],
    action: viewBookingsLink,
    /** So that it can be taken back. Each denial is a move of its own, so this is no more than one letter for each. */
    ...(booking.undoUntil && { dedupeKey: denialKey(booking), notBefore: booking.undoUntil }),
  }),
  release: ({ booking, nicheCode }, status) => ({
    kind: 'released',
    subject: `Your pre-order ${booking.bookingID} has been released`,
    paragraphs: [`Your pre-order of niche ${nicheCode} has ended.`, ...explain(status)],
    action: viewBookingsLink,
  }),
  expire: (held, status) => ({
    kind: 'hold expired',
    subject: `The time to pay for booking ${held.booking.bookingID} has passed`,
    paragraphs: [
      `We kept ${nicheOrPlace(held)} for you, but the payment did not reach us in time.`,
      ...explain(status),
    ],
    action: held.others.length > 0 ? viewBookingsLink : { label: 'Choose a niche', path: pathTo('bookNiche') },
  }),
}

const beneficiaryOf = ({ booking, beneficiary }: LockedBooking) =>
  nameBeneficiary(booking.bookingID, beneficiary.beneficiaryName)

/** Beside somebody else, a family books a place. */
const nicheOrPlace = ({ nicheCode, others }: LockedBooking) =>
  others.length > 0 ? `a place in niche ${nicheCode}` : `niche ${nicheCode}`

const approved = (held: LockedBooking, status: FamilyStatus) => ({
  kind: held.urn ? 'urn placement approved' : 'approved',
  subject: held.urn
    ? `Urn placement approved for booking ${held.booking.bookingID}`
    : `Your booking ${held.booking.bookingID} is approved`,
  paragraphs: [
    held.urn
      ? `The urn of ${beneficiaryOf(held)} may now be placed in niche ${held.nicheCode}.`
      : `Your booking of ${nicheOrPlace(held)} for ${beneficiaryOf(held)} has been approved.`,
    ...explain(status),
  ],
  action: { label: 'Choose a day for the urn', path: pathTo('appointment', { bookingID: held.booking.bookingID }) },
})

const confirmed = (held: LockedBooking, status: FamilyStatus) => ({
  kind: 'pre-order confirmed',
  subject: `Your pre-order ${held.booking.bookingID} is confirmed`,
  paragraphs: [
    `${held.others.length > 0 ? 'A place in niche' : 'Niche'} ${held.nicheCode} is now reserved for ${beneficiaryOf(held)}.`,
    ...explain(status),
  ],
  action: viewBookingsLink,
})

const explain = ({ reason, next }: FamilyStatus) => (reason ? [`Our staff wrote: ${reason}`, next] : [next])

/** A week after a certificate was asked for. */
export async function enqueueReminderLetter(context: Context, held: LockedBooking) {
  const recipient = recipientOf(held)
  if (!recipient) return
  const status = familyStatus(familyFactsOf(held))
  await enqueueLetter(context, {
    ...recipient,
    facts: bookingFacts(held, status),
    kind: 'certificate reminder',
    subject: `We still need a certificate for booking ${held.booking.bookingID}`,
    paragraphs: [
      'A week ago we asked you for a better copy of a certificate.',
      ...explain(status),
      'If you cannot get it, please call us or come to our counter. We are glad to help.',
    ],
    action: viewBookingsLink,
  })
}

const viewBookingsLink = { label: 'See my bookings', path: pathTo('myBookings') } as const

/** Null for a booking from a register without an account: an address in an old register proves nothing. */
const recipientOf = ({ applicant: { email, fullName } }: LockedBooking) =>
  email ? { to: email, name: fullName } : null

const bookingFacts = (held: LockedBooking, status: FamilyStatus): [string, string][] => [
  ['Booking', held.booking.bookingID],
  ['Niche', held.nicheCode],
  ['For', beneficiaryOf(held)],
  ['Status', status.title],
]

/** To the address that was entered at the counter, if the booking went to an account with another one. */
export const otherAccountLetter = (to: string, address: string, bookingID: string): Letter => ({
  to,
  kind: 'booked for an account',
  subject: `Booking ${bookingID} was made for an account with another address`,
  paragraphs: [
    `At our counter, this address was given for booking ${bookingID}. Name, contact number and NRIC are those of an account with the address ${address}, so the booking can be seen and managed with that account.`,
    'If that account is not yours, please call us before you pay or send us documents.',
  ],
})

/** To the address in the register, which may be that of somebody else in the family. */
export const linkedLetter = ({ holderEmail, holderName, bookingID }: Entry, fullName: string): Letter => ({
  to: holderEmail,
  name: holderName,
  kind: 'booking linked',
  subject: `Booking ${bookingID} now belongs to an account`,
  paragraphs: [
    `Our register has this address for booking ${bookingID}. At our counter, ${fullName} has shown papers, and the booking can now be seen and managed with the account of ${fullName}.`,
    'If you do not know of this, please call us: our staff can take it back.',
  ],
})

export const unlinkedLetter = (account: { to: string; name: string }, bookingID: string): Letter => ({
  ...account,
  kind: 'booking unlinked',
  subject: `Booking ${bookingID} no longer belongs to your account`,
  paragraphs: [
    `Booking ${bookingID} is from our old register. Our staff have taken it back from your account, because it had been linked by mistake.`,
    'If you think that it is yours, please call us or come to our counter with your papers.',
  ],
})

/** To the account that a booking is about to be linked to. Whoever reads it may be somebody else than the person at the counter. */
export const linkCodeLetter = (
  account: { email: string; fullName: string },
  bookingID: string,
  code: string,
  minutes: number,
): Letter => ({
  to: account.email,
  name: account.fullName,
  kind: 'link-code',
  subject: `Your code for booking ${bookingID}`,
  paragraphs: [
    `Somebody at our counter asks us to link booking ${bookingID} from our old register to your account. If that is you, please read this code to our staff.`,
  ],
  facts: [['Code', `${code.slice(0, 3)} ${code.slice(3)}`]],
  closing: [
    `The code works once, within ${minutes} minutes.`,
    'If you are not at our counter, please tell nobody the code, and call us.',
  ],
})

/** To every admin: only the clerk has seen the papers. */
export const linkedNotice = (
  admin: { userID: string; email: string; fullName: string },
  { bookingID, holderName, linkedPapers, linkedAt }: Entry,
  account: { fullName: string; email: string },
  { sameName, sameContact }: { sameName: boolean; sameContact: boolean },
  by: string,
): Letter => ({
  to: admin.email,
  name: admin.fullName,
  kind: 'linked-notice',
  subject: `Booking ${bookingID} was linked to an account`,
  paragraphs: [
    `${nameOr('A member of staff', by)} has linked this booking of the old register to an account. The person has read out a code from a letter to the account.`,
    'Name and contact number of an account are what its owner entered. If you do not know why it was linked, ask your colleague about the papers. The booking can be taken back on its page.',
  ],
  facts: [
    ['Booking', bookingID],
    ['Holder in the register', holderName],
    ['Account', `${nameOr('Somebody', account.fullName)}, ${account.email}`],
    ['Same name', sameName ? 'Yes' : 'No'],
    ['Same contact number', sameContact ? 'Yes' : 'No'],
    ['Papers seen', linkedPapers ?? ''],
  ],
  dedupeKey: `linked:${bookingID}:${linkedAt?.toISOString()}:${admin.userID}`,
})
