import type { OwnBooking } from '#contract/bookings/api.ts'
import { buildingLevelBlock, doorLabel } from '#contract/niches/niche.ts'
import { notRecorded } from '#contract/registers/partial-date.ts'
import { describeTerm } from '#contract/rights/term.ts'
import { Facts } from '#web/ui/Card.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import { beneficiaryFacts } from './beneficiary-facts.ts'

const isImported = ({ madeBy }: OwnBooking) => madeBy === 'import'

export const nameOf = (booking: OwnBooking) =>
  booking.beneficiaryName.trim() || (isImported(booking) ? notRecorded : 'No name')

export const BookingFacts = ({ booking }: { booking: OwnBooking }) => (
  <Facts
    facts={[
      ['Booking ID', <CopyableField key="id" value={booking.bookingID} what="booking ID" />],
      ['Niche location', doorLabel(booking)],
      ['Place', buildingLevelBlock(booking)],
      ['Beneficiary', nameOf(booking)],
      ['Booking type', booking.bookingType],
      ...(booking.right ? [['Right to the niche', describeTerm(booking.right)] as const] : []),
      ...beneficiaryFacts
        .filter(({ forFamily }) => forFamily)
        .map(({ what, textOf }) => [what, textOf(booking, isImported(booking) ? notRecorded : '-')] as const),
    ]}
  />
)
