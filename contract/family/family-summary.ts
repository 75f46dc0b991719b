import type { Appointment } from '../appointments/api.ts'
import { formatAppointment, openStatuses } from '../appointments/appointment.ts'
import type { OwnBooking } from '../bookings/api.ts'
import { isApproved } from '../bookings/booking.ts'
import { toDay } from '../dates.ts'
import { pathTo } from '../pages.ts'
import { isSettled } from '../payments/payment.ts'
import { isInNiche } from '../urns/moves.ts'
import type { FamilyUrn } from '../urns/placement.ts'
import { spoken, t, translate } from '../words/t.ts'
import { type FamilyFacts, type FamilyStatus, familyStatus, isRelative } from './family-status.ts'

type Booking = FamilyFacts & Pick<OwnBooking, 'bookingID' | 'madeBy'>

/** What is known of the placement of a booking's urn. */
export interface Placing {
  urn: FamilyUrn | undefined
  /** The last appointment of the booking. */
  appointment: Appointment | undefined
}

interface PageLink {
  label: string
  path: string
}

interface FamilyLine {
  /** Empty if there is only a link. */
  words: string
  link?: PageLink
}

export interface FamilySummary extends FamilyStatus {
  /** Where the urn is, and when it is placed. */
  lines: FamilyLine[]
  /** The one thing that the family does next. Undefined if it waits for us, sends a certificate, or if all is done. */
  action: PageLink | undefined
}

/** What the family reads about a booking. Without `placing`, which may still load, only what the booking itself says. */
export function familySummary(booking: Booking, placing?: Placing): FamilySummary {
  const status = familyStatus(booking)
  const action = nextAction(booking, placing)
  if (!placing) return { ...status, lines: [], action }
  const { urn, appointment } = placing
  const isPlanned = isOpen(appointment)
  const lines = [isPlanned && !urn ? undefined : urnLine(booking, urn), appointmentLine(booking, placing)].filter(
    (line) => line !== undefined,
  )
  /** Once a day is chosen or the urn is here, the lines say what happens next. */
  const next = isApproved(booking) && (isPlanned || urn) ? '' : status.next
  return { ...status, next, lines, action }
}

const isOpen = (appointment: Appointment | undefined) => openStatuses.some((open) => open === appointment?.status)

function nextAction(booking: Booking, placing: Placing | undefined): PageLink | undefined {
  const { bookingID, bookingStatus, bookingType, paymentStatus } = booking
  /** The second person of a family chooses the day, and nothing else. */
  if (isRelative(booking) && !isApproved(booking)) return
  if (bookingStatus === 'Cancelled' && booking.sharesNiche) return
  if (bookingStatus === 'Cancelled') return { label: t`Choose a niche`, path: pathTo('bookNiche') }
  if (bookingType === 'Archived') return
  if (bookingStatus === 'Pending')
    return paymentStatus && !isSettled(paymentStatus)
      ? { label: t`Complete payment`, path: pathTo('bookNiche', { bookingID }) }
      : undefined
  if (bookingType === 'PreOrder')
    return { label: t`Request Urn Placement`, path: pathTo('urnPlacement', { bookingID }) }
  if (!placing) return
  const { urn, appointment } = placing
  if (urn && isInNiche(urn.place)) return certificateLink(bookingID)
  const label = isOpen(appointment) ? t`See the appointment` : t`Choose a day for the urn`
  return { label, path: pathTo('appointment', { bookingID }) }
}

const certificateLink = (bookingID: string): PageLink => ({
  label: t`Placement certificate`,
  path: pathTo('placementCertificate', { bookingID }),
})

function urnLine(booking: Booking, urn: FamilyUrn | undefined): FamilyLine | undefined {
  if (!urn) return expectsUrn(booking) ? { words: t`The urn is not with us yet.` } : undefined
  const { place, wasTakenOut, nicheCode, releasedTo } = urn
  const nichePlace = translate(urn.nichePlace)
  const day = spoken().day(toDay(new Date(urn.since)))
  if (isInNiche(place))
    return {
      words:
        place === 'listed'
          ? t`According to our register, the urn is in niche ${nicheCode}, ${nichePlace}.`
          : t`The urn is in niche ${nicheCode}, ${nichePlace}, since ${day}.`,
      link: certificateLink(booking.bookingID),
    }
  if (place === 'family') return { words: t`The urn was released to ${releasedTo} on ${day}.` }
  if (place === 'nowhere')
    return { words: t`We looked for the urn in niche ${nicheCode} on ${day}, and it is not there. Please call us.` }
  if (wasTakenOut) return { words: t`The urn was taken out of its niche on ${day} and is with our staff.` }
  return { words: t`The urn is with our staff, since ${day}.` }
}

/** False for bookings from old registers, whose urns were placed long ago without a record. */
const expectsUrn = (booking: Booking) => isApproved(booking) && booking.madeBy !== 'import'

function appointmentLine(booking: Booking, { urn, appointment }: Placing): FamilyLine | undefined {
  if (!isApproved(booking) || (urn && isInNiche(urn.place))) return
  const [words, label] = describeAppointment(appointment)
  return { words, link: { label, path: pathTo('appointment', { bookingID: booking.bookingID }) } }
}

function describeAppointment(appointment: Appointment | undefined): [words: string, label: string] {
  const when = appointment ? formatAppointment(new Date(appointment.startsAt), new Date(appointment.endsAt)) : ''
  switch (appointment?.status) {
    case 'requested':
      return [t`You proposed ${when}. We will write to you.`, t`Change the time`]
    case 'confirmed':
    case 'moved':
      return [t`Placement on ${when}`, t`Change or cancel`]
    case 'arrived':
      return [t`Placement on ${when}`, t`See the appointment`]
    case 'done':
      return [t`The appointment was on ${when}`, t`See the appointment`]
    default:
      return ['', t`Choose a day for the urn`]
  }
}
