import type { OwnBooking } from '#contract/bookings/api.ts'
import { buildingLevelBlock, doorLabel } from '#contract/niches/niche.ts'
import { notRecorded } from '#contract/registers/partial-date.ts'
import { describeTerm } from '#contract/rights/term.ts'
import { t, translate } from '#contract/words/t.ts'
import { Facts } from '#web/ui/Card.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import { beneficiaryFacts } from './beneficiary-facts.ts'

const isImported = ({ madeBy }: OwnBooking) => madeBy === 'import'

export const nameOf = (booking: OwnBooking) =>
  booking.beneficiaryName.trim() || (isImported(booking) ? translate(notRecorded) : t`No name`)

export const BookingFacts = ({ booking }: { booking: OwnBooking }) => (
  <Facts
    facts={[
      [t`Booking ID`, <CopyableField key="id" value={booking.bookingID} what={t`booking ID`} />],
      [t`Niche location`, doorLabel(booking)],
      [t`Place`, buildingLevelBlock(booking)],
      [t`Beneficiary`, nameOf(booking)],
      [t`Booking type`, translate(booking.bookingType)],
      ...(booking.right ? [[t`Right to the niche`, describeTerm(booking.right)] as const] : []),
      ...beneficiaryFacts
        .filter(({ forFamily }) => forFamily)
        .map(
          ({ what, textOf }) =>
            [translate(what), textOf(booking, isImported(booking) ? translate(notRecorded) : '-')] as const,
        ),
    ]}
  />
)
