import type { BookingEvent } from '#contract/bookings/transitions.ts'
import { type FamilyStatus, familyStatus } from '#contract/family/family-status.ts'
import { pathTo } from '#contract/pages.ts'
import { eventsOf } from '#contract/state-table.ts'
import { lettersTo } from '#server/accounts/public.ts'
import type { Context } from '#server/core/context.ts'
import { isWithinLimit } from '#server/http/throttles.ts'
import {
  aboutBooking,
  enqueueLetter,
  facts,
  type Letter,
  letter,
  link,
  nameBeneficiary,
  withdrawLetter,
} from '#server/mail/outbox.ts'
import { enqueueFamilyLetter } from './family-access.ts'
import { familyFactsOf, type MoveDetails } from './family-facts.ts'
import type { LockedBooking } from './queries.ts'

/** Adds the letter about this event, if there is one, to the outbox in the same transaction. */
export async function enqueueMoveLetter(
  context: Context,
  locked: LockedBooking,
  event: BookingEvent,
  details: MoveDetails,
) {
  /** A family that cancels its booking reads on its page that this is done. */
  if (event === 'cancel' && context.actor?.role === 'user') return
  const reader = readerOf(locked)
  if (familyEvents.has(event))
    return enqueueFamilyLetter(context, { ...locked, applicant: reader }, ({ actingFor }) =>
      moveLetter(locked, event, details, actingFor),
    )
  const toHolder = moveLetter(locked, event, details)
  /** The job that ends holds is nobody whose letters are counted, and an applicant may have given the address of a stranger. */
  const limit = lettersTo(context, 'hold expired', reader.email ?? '')
  if (event === 'expire' && !(await isWithinLimit(context, limit))) return
  if (toHolder) await enqueueLetter(context, reader, aboutBooking(locked.booking.bookingID, toHolder))
}

/** The account of the booking, or the address in the register while it belongs to no account. */
export const readerOf = ({ applicant, entry }: LockedBooking): LockedBooking['applicant'] => ({
  ...applicant,
  email: applicant.email ?? (entry?.holderEmail || null),
})

/** What the second person of a family reads, too. Money, denials and certificates are the holder's. */
const familyEvents = new Set<BookingEvent>(['approve', 'confirm', 'requestUrn', 'archive', 'reopen'])

/** The letter about this event, for the booking as it is after it; to the second person in the words of who acts for the holder. */
export const moveLetter = (locked: LockedBooking, event: BookingEvent, details: MoveDetails, actingFor?: string) =>
  composeFor(event)?.(locked, familyStatus(familyFactsOf(locked, event, details, actingFor)))

const composeFor = (event: BookingEvent) => {
  const row = letterByEvent[event]
  return typeof row === 'function' ? row : undefined
}

/** False if the letter has left the house. */
export const withdrawDenial = (context: Context, { booking }: LockedBooking) =>
  withdrawLetter(context, denialKey(booking))

export const denialKey = ({ bookingID, version }: Pick<LockedBooking['booking'], 'bookingID' | 'version'>) =>
  `denied:${bookingID}:${version}`

type LetterOfMove = (locked: LockedBooking, status: FamilyStatus) => Letter | undefined

/** Each letter says what happened; `explain` adds what My Bookings says too. An event without a letter says why. */
const letterByEvent: Record<BookingEvent, LetterOfMove | { none: string }> = {
  amend: { none: 'What the family holds stays the same, and whoever sends the form reads on the page what is stored.' },
  pay: { none: 'The receipt says it.' },
  retake: { none: 'The receipt says it.' },
  sendCertificate: { none: 'The family has sent it, and reads on its page that it has arrived.' },
  undoDenial: { none: 'The letter about the denial has not left the house.' },
  correct: { none: 'The family holds what it held. An address that loses the letters has a letter of its own.' },
  /** At the counter, paying approves. */
  finalise: (locked, status) => {
    if (locked.booking.madeBy !== 'staff') return undefined
    return locked.booking.bookingType === 'PreOrder' ? confirmed(locked, status) : approved(locked, status)
  },
  approve: (locked, status) => approved(locked, status),
  confirm: (locked, status) => confirmed(locked, status),
  requestUrn: (locked, status) =>
    letter('urn request received', `We have received your request for booking ${locked.booking.bookingID}`, [
      `We are sorry for your loss. The request to place the urn of ${beneficiaryOf(locked)} has reached us.`,
      ...explain(locked, status),
      seeBookings(locked),
    ]),
  requestCertificate: (locked, status) =>
    letter('certificate requested', `We need another certificate for booking ${locked.booking.bookingID}`, [
      'We have looked at your booking and need a better copy of a certificate before we can go on.',
      ...explain(locked, status),
      seeBookings(locked),
    ]),
  deny: (locked, status) => {
    const { bookingID, undoUntil } = locked.booking
    /** The letter waits, so that it can be taken back. Each denial is a move of its own, so this is no more than one letter for each. */
    const delayed = undoUntil && { dedupeKey: denialKey(locked.booking), notBefore: undoUntil }
    const explained = [...explain(locked, status), seeBookings(locked)]
    return locked.urn
      ? letter(
          { kind: 'urn placement denied', ...delayed },
          `About your urn placement request for booking ${bookingID}`,
          ['We are sorry that we could not approve your request for urn placement.', ...explained],
        )
      : letter({ kind: 'denied', ...delayed }, `About your booking ${bookingID}`, [
          'We are sorry that we could not approve your booking.',
          ...explained,
        ])
  },
  release: (locked, status) =>
    letter('released', `Your pre-order ${locked.booking.bookingID} has ended`, [
      `Your pre-order of niche ${locked.nicheCode} has ended.`,
      ...explain(locked, status),
      seeBookings(locked),
    ]),
  archive: (locked, status) =>
    letter('archived', `Your booking ${locked.booking.bookingID} has ended`, [
      `Our staff have closed your booking of ${nicheOrPlace(locked)} for ${beneficiaryOf(locked)}. It is no longer kept for you, and can be given to somebody else.`,
      ...explain(locked, status),
      seeBookings(locked),
      unexpected,
    ]),
  cancel: (locked, status) =>
    letter('cancelled by staff', `Your booking ${locked.booking.bookingID} was cancelled`, [
      `Our staff have cancelled your booking of ${nicheOrPlace(locked)} for ${beneficiaryOf(locked)}, which was not paid.`,
      ...explain(locked, status),
      seeBookings(locked),
      unexpected,
    ]),
  reopen: (locked, status) =>
    letter('reopened', `We have reopened your booking ${locked.booking.bookingID}`, [
      `Our staff have taken back the last decision on your booking of ${nicheOrPlace(locked)} for ${beneficiaryOf(locked)}.`,
      ...explain(locked, status),
      seeBookings(locked),
      unexpected,
    ]),
  expire: (locked, status) =>
    letter('hold expired', `The time to pay for booking ${locked.booking.bookingID} has passed`, [
      `We kept ${nicheOrPlace(locked)} for you, but the payment did not reach us in time.`,
      ...explain(locked, status),
      locked.others.length > 0 ? seeBookings(locked) : link('Choose a niche', pathTo('bookNiche')),
    ]),
}

export const eventsWithoutLetter = eventsOf(letterByEvent).filter((event) => !composeFor(event))

export const beneficiaryOf = ({ booking, beneficiary }: Pick<LockedBooking, 'booking' | 'beneficiary'>) =>
  nameBeneficiary(booking.bookingID, beneficiary.beneficiaryName)

/** A family books a place if somebody else is in the niche. */
const nicheOrPlace = ({ nicheCode, others }: LockedBooking) =>
  others.length > 0 ? `a place in niche ${nicheCode}` : `niche ${nicheCode}`

function approved(locked: LockedBooking, status: FamilyStatus) {
  const { bookingID } = locked.booking
  const explained = [...explain(locked, status), link('Choose a day for the urn', pathTo('appointment', { bookingID }))]
  return locked.urn
    ? letter('urn placement approved', `Urn placement approved for booking ${bookingID}`, [
        `The urn of ${beneficiaryOf(locked)} may now be placed in niche ${locked.nicheCode}.`,
        ...explained,
      ])
    : letter('approved', `Your booking ${bookingID} is approved`, [
        `Your booking of ${nicheOrPlace(locked)} for ${beneficiaryOf(locked)} has been approved.`,
        ...explained,
      ])
}

const confirmed = (locked: LockedBooking, status: FamilyStatus) =>
  letter('pre-order confirmed', `Your pre-order ${locked.booking.bookingID} is confirmed`, [
    `${locked.others.length > 0 ? `A place in niche ${locked.nicheCode}` : `Niche ${locked.nicheCode}`} is now reserved for ${beneficiaryOf(locked)}.`,
    ...explain(locked, status),
    seeBookings(locked),
  ])

const explain = (locked: LockedBooking, status: FamilyStatus) => [...whatNext(status), bookingFacts(locked, status)]

const whatNext = ({ reason, next }: FamilyStatus) => [reason && `Our staff wrote: ${reason}`, next]

const bookingFacts = (locked: LockedBooking, status: FamilyStatus) =>
  facts({
    Booking: locked.booking.bookingID,
    Niche: locked.nicheCode,
    For: beneficiaryOf(locked),
    Status: status.title,
  })

/** A booking from a register that belongs to no account is in nobody's list. */
const seeBookings = ({ booking }: LockedBooking) =>
  booking.userID !== null && link('See my bookings', pathTo('myBookings'))

const unexpected = 'If you did not expect this, please call us or come to our counter at once.'

/** A week after a certificate was asked for. */
export function certificateReminder(locked: LockedBooking) {
  const status = familyStatus(familyFactsOf(locked))
  return letter('certificate reminder', `We still need a certificate for booking ${locked.booking.bookingID}`, [
    'A week ago we asked you for a better copy of a certificate.',
    ...whatNext(status),
    'If you cannot get it, please call us or come to our counter. We are glad to help.',
    bookingFacts(locked, status),
    seeBookings(locked),
  ])
}

/** Written to the address that was entered at the counter, if the booking went to an account with another one. */
export const otherAccountLetter = (address: string, bookingID: string) =>
  letter('booked for an account', `Booking ${bookingID} was made for an account with another address`, [
    `At our counter, this address was given for booking ${bookingID}. Name, contact number and NRIC are those of an account with the address ${address}, so the booking can be seen and managed with that account.`,
    'If that account is not yours, please call us before you pay or send us documents.',
  ])
