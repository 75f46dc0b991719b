import { appointmentTransitions } from '../appointments/transitions.ts'
import { bookingEventWords } from '../bookings/transitions.ts'
import type { chargeEvents } from '../charges/charge.ts'
import { formatDateTime, formatDay } from '../dates.ts'
import { formatAmount } from '../money.ts'
import { rightTransitions } from '../rights/transitions.ts'
import { urnMoves } from '../urns/moves.ts'
import type { StaffPerson } from './staff-person-api.ts'
import { disputeWords } from './statement.ts'

export interface TimelineEntry {
  at: string
  what: string
  by?: string
  /** The recipient of a letter. */
  to?: string
  note?: string
}

type History = StaffPerson['history']

/** Everything that happened, latest first. A server of the previous version may reply during an upgrade: it lists no charges or money. */
export const timelineOf = ({
  booking,
  right,
  urn,
  appointments,
  charges = [],
  money = [],
  letters,
}: History): TimelineEntry[] =>
  [
    ...booking.map(ofBooking),
    ...right.map(ofRight),
    ...urn.map(ofUrn),
    ...appointments.map(ofAppointment),
    ...charges.map(ofCharge),
    ...money.map(ofMoney),
    ...letters.map(ofLetter),
  ].sort((one, other) => other.at.localeCompare(one.at))

export const ofBooking = ({ at, event, actorName, reason }: History['booking'][number]): TimelineEntry => ({
  at,
  what: sentenceCase(bookingEventWords[event].past),
  by: actorName,
  note: reason,
})

export const ofRight = ({
  at,
  number,
  event,
  by,
  bookingID,
  endsOn,
  reason,
}: History['right'][number]): TimelineEntry => ({
  at,
  what: `Right ${number} ${rightTransitions[event].past}${endsOn ? `, until ${formatDay(endsOn)}` : ''}`,
  by,
  note: [bookingID && `Booking ${bookingID}`, reason].filter(Boolean).join('. '),
})

const ofUrn = ({ at, event, by, witness, where, reason }: History['urn'][number]): TimelineEntry => ({
  at,
  what: `Urn ${urnMoves[event].past}`,
  by: witness ? `${by} and ${witness}` : by,
  note: [where, reason].filter(Boolean).join('. '),
})

const ofAppointment = ({ at, event, by, startsAt, reason }: History['appointments'][number]) => ({
  at,
  what: appointmentTransitions[event].audit,
  by,
  note: [formatDateTime(startsAt), reason].filter(Boolean).join('. '),
})

const chargeWords: Record<(typeof chargeEvents)[number], string> = {
  add: 'Charge added',
  waive: 'Charge waived',
  refund: 'Refund of a charge begun',
}

const ofCharge = ({ at, event, by, text, amount, reason }: History['charges'][number]) => ({
  at,
  what: `${chargeWords[event]}: ${text}, ${formatAmount(amount)}`,
  by,
  note: reason,
})

/** The events that move money. */
const moneyWords: Readonly<Record<string, string>> = {
  paid: 'Payment recorded',
  waived: 'Payment waived',
  late: 'Late payment recorded',
  surplus: 'Second payment recorded',
  refunded: 'Refund recorded',
  'surplus refunded': 'Refund of the second payment recorded',
  'refund failed later': 'Refund came back',
  ...disputeWords,
}

const ofMoney = ({ at, kind, by, paymentID, amount, method }: History['money'][number]) => ({
  at,
  what: `${moneyWords[kind] ?? sentenceCase(kind)}: ${formatAmount(amount)}`,
  by,
  note: [method, `payment ${paymentID}`].filter(Boolean).join(', '),
})

const ofLetter = ({ writtenAt, subject, to, sentAt }: History['letters'][number]) => ({
  at: writtenAt,
  what: `Letter: ${subject}`,
  to,
  note: sentAt ? '' : 'Not sent yet',
})

const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
