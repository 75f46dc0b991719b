import { Link, useParams } from 'react-router'
import { appointmentApi } from '#contract/appointments/api.ts'
import { expectedStatuses } from '#contract/appointments/appointment.ts'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { isApproved } from '#contract/bookings/booking.ts'
import { actionsFor } from '#contract/bookings/transitions.ts'
import { familySteps } from '#contract/family/family-steps.ts'
import { type FamilySummary, familySummary, type Placing } from '#contract/family/family-summary.ts'
import { canBeShared } from '#contract/family/sharing.ts'
import { pathTo } from '#contract/pages.ts'
import { isSettled } from '#contract/payments/payment.ts'
import { isInNiche } from '#contract/urns/moves.ts'
import { t } from '#contract/words/t.ts'
import { urlFor } from '#web/api/request.ts'
import { useApi } from '#web/api/use-api.ts'
import { BookingBadge, BookingTypeBadge } from '#web/bookings/BookingBadge.tsx'
import { BookingFacts, nameOf } from '#web/bookings/BookingFacts.tsx'
import { bookingStateOf } from '#web/bookings/booking-actions.ts'
import { CertificateTask } from '#web/bookings/CertificateTask.tsx'
import { DueNotice } from '#web/bookings/DueNotice.tsx'
import { OpenMatterNotice, useOpenMatter } from '#web/bookings/OpenMatter.tsx'
import { PayOrCancelNotice } from '#web/bookings/PayOrCancel.tsx'
import { usePlacing } from '#web/bookings/use-placing.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { LocationOfBooking } from '#web/niches/LocationCard.tsx'
import { WhoDecides } from '#web/rights/WhoDecides.tsx'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { NameByScript } from '#web/ui/NameByScript.tsx'
import { Page } from '#web/ui/Page.tsx'
import { NotFound, QueryResult } from '#web/ui/QueryResult.tsx'
import { ActingFor } from './ActingFor.tsx'
import { FamilySharing } from './FamilySharing.tsx'
import { FindSwitch } from './FindSwitch.tsx'
import styles from './PersonPage.module.css'
import { Remembrance } from './Remembrance.tsx'
import { Steps } from './Steps.tsx'

/** Everything that a family needs to know about the place of one person. */
export function PersonPage() {
  const { bookingID = '' } = useParams()
  const found = useApi(bookingApi.byID, { query: { bookingID } }, { what: 'booking details' })
  const booking = found.data?.[0]
  return (
    <Page
      title={booking ? <NameByScript name={nameOf(booking)} /> : t`Your booking`}
      parent="myBookings"
      breadcrumb={t`Your booking`}
    >
      <AllAtOnce loading={t`Loading booking details...`}>
        <QueryResult
          query={found}
          loading={t`Loading booking details...`}
          failure={t`This booking could not be loaded.`}
          missing={t`Booking not found.`}
        >
          {() => (booking ? <Person booking={booking} /> : <NotFound words={t`Booking not found.`} />)}
        </QueryResult>
      </AllAtOnce>
    </Page>
  )
}

function Person({ booking }: { booking: OwnBooking }) {
  const { bookingID, bookingStatus, bookingType, actingFor, roomLeft } = booking
  const placing = usePlacing(booking)
  const { title, reason, next, lines, action } = familySummary(booking, placing)
  /** The niche is no longer theirs once the booking has ended. */
  const hasEnded = bookingStatus === 'Cancelled' || bookingType === 'Archived'
  return (
    <div className={`${common.stack5} ${styles.columns}`}>
      <div className={common.stack4}>
        <p className={common.row2}>
          <BookingBadge status={bookingStatus} />
          <BookingTypeBadge type={bookingType} />
        </p>
        <div className={`${common.stack1} ${styles.status}`}>
          <h2>{title}</h2>
          {reason && <p>{t`Our staff wrote: ${reason}`}</p>}
          {next && (
            <p>
              <Unbroken text={next} />
            </p>
          )}
          {lines.map(({ words }) => words && <p key={words}>{words}</p>)}
        </div>
        {actingFor !== null && <ActingFor booking={booking} />}
        {actingFor === null && booking.right && <OpenMatterNotice number={booking.right.number} />}
        <NextAction booking={booking} action={action} />
        {actingFor === null && <DueNotice bookingID={bookingID} />}
        <Steps steps={familySteps(booking, placing)} />
      </div>
      {!hasEnded && (
        <div className={styles.wall}>
          <LocationOfBooking niche={booking} />
        </div>
      )}
      <Card title={t`Papers and payment`}>
        <PaperLinks booking={booking} placing={placing} />
        <BookingFacts booking={booking} />
      </Card>
      <div className={common.stack4}>
        {actingFor === null && canBeShared(booking) && <FamilySharing bookingID={bookingID} name={nameOf(booking)} />}
        {actingFor === null && booking.right && <Deciders number={booking.right.number} />}
        {actingFor === null && isApproved(booking) && <FindSwitch bookingID={bookingID} />}
        {actingFor === null && isApproved(booking) && <Remembrance bookingID={bookingID} />}
        {roomLeft && (
          <div>
            <ButtonLink small variant="secondary" to={pathTo('anotherPerson', { bookingID })}>
              {t`Place another person here`}
            </ButtonLink>
          </div>
        )}
      </div>
    </div>
  )
}

/** The next step of the family, with the only solid button of the page. Nothing while it waits for us. */
function NextAction({ booking, action }: { booking: OwnBooking; action: FamilySummary['action'] }) {
  const { actingFor, certificateRequest } = booking
  if (actingFor === null && actionsFor(bookingStateOf(booking), 'user').includes('pay'))
    return <PayOrCancelNotice booking={booking} />
  if (actingFor === null && certificateRequest)
    return <CertificateTask booking={booking} request={certificateRequest} />
  if (!action) return null
  return (
    <div>
      <ButtonLink to={action.path}>{action.label}</ButtonLink>
    </div>
  )
}

/** The papers that the family can print or keep. */
function PaperLinks({ booking, placing }: { booking: OwnBooking; placing: Placing | undefined }) {
  const { bookingID, paymentStatus, actingFor, right } = booking
  const { appointment, urn } = placing ?? {}
  const isComing = appointment && expectedStatuses.some((status) => status === appointment.status)
  return (
    <ul className={styles.links}>
      {actingFor === null && paymentStatus && isSettled(paymentStatus) && (
        <li>
          <Link to={pathTo('receipt', { bookingID })}>{t`Receipt`}</Link>
        </li>
      )}
      {urn && isInNiche(urn.place) && (
        <li>
          <Link to={pathTo('placementCertificate', { bookingID })}>{t`Placement certificate`}</Link>
        </li>
      )}
      {actingFor === null && right && (
        <li>
          <Link to={pathTo('deed', { number: right.number })}>{t`Deed of the right to the niche`}</Link>
        </li>
      )}
      {isComing && (
        <li>
          <a href={urlFor(appointmentApi.calendar, { params: { appointmentID: appointment.appointmentID } })} download>
            {t`Add to calendar`}
          </a>
        </li>
      )}
    </ul>
  )
}

const Deciders = ({ number }: { number: string }) => <WhoDecides number={number} matter={useOpenMatter({ number })} />
