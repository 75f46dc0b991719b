import type { ReactNode } from 'react'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { familySteps } from '#contract/family/family-steps.ts'
import { familySummary } from '#contract/family/family-summary.ts'
import { canBeShared } from '#contract/family/sharing.ts'
import { pathTo } from '#contract/pages.ts'
import { BookingBadge, BookingTypeBadge } from '#web/bookings/BookingBadge.tsx'
import { BookingFacts } from '#web/bookings/BookingFacts.tsx'
import { usePlacing } from '#web/bookings/use-placing.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { ActingFor } from './ActingFor.tsx'
import { FamilySharing } from './FamilySharing.tsx'
import { FindSwitch } from './FindSwitch.tsx'
import { NextAction } from './NextAction.tsx'
import { PaperLinks } from './PaperLinks.tsx'
import styles from './PersonView.module.css'
import { Steps } from './Steps.tsx'

/** The children show where the niche is, which is no longer theirs once the booking has ended. */
export function PersonView({ booking, children }: { booking: OwnBooking; children: ReactNode }) {
  const placing = usePlacing(booking)
  const { title, reason, next, lines, action } = familySummary(booking, placing)
  return (
    <div className={styles.columns}>
      <div className={common.stack4}>
        <p className={common.row2}>
          <BookingBadge status={booking.bookingStatus} />
          <BookingTypeBadge type={booking.bookingType} />
        </p>
        <div className={styles.status}>
          <h2>{title}</h2>
          {reason && <p>Our staff wrote: {reason}</p>}
          {next && <p>{next}</p>}
          {lines.map(({ words }) => words && <p key={words}>{words}</p>)}
        </div>
        {booking.actingFor !== null && <ActingFor booking={booking} />}
        <NextAction booking={booking} action={action} />
        <Steps steps={familySteps(booking, placing)} />
      </div>
      {!hasEnded(booking) && <div className={styles.wall}>{children}</div>}
      <Card title="Papers and payment">
        <PaperLinks booking={booking} placing={placing} />
        <BookingFacts booking={booking} />
      </Card>
      <div className={common.stack4}>
        {booking.actingFor === null && (
          <>
            {canBeShared(booking) && <FamilySharing bookingID={booking.bookingID} />}
            <FindSwitch booking={booking} />
          </>
        )}
        {booking.roomLeft && (
          <div>
            <ButtonLink small variant="secondary" to={pathTo('anotherPerson', { bookingID: booking.bookingID })}>
              Place another person here
            </ButtonLink>
          </div>
        )}
      </div>
    </div>
  )
}

const hasEnded = ({ bookingStatus, bookingType }: OwnBooking) =>
  bookingStatus === 'Cancelled' || bookingType === 'Archived'
