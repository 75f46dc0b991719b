import { useSearchParams } from 'react-router'
import { appointmentApi, type BookingAppointment } from '#contract/appointments/api.ts'
import { formatAppointment, isOpen } from '#contract/appointments/appointment.ts'
import { appointmentActionsFor } from '#contract/appointments/transitions.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './Appointment.module.css'
import { appointmentStateOf } from './appointment-state.ts'
import { CurrentAppointment } from './CurrentAppointment.tsx'
import { OtherTimeForm, TimeForm } from './TimeForms.tsx'

/** The family chooses when the urn is placed, or a clerk chooses for them. */
export function AppointmentPage() {
  const [search] = useSearchParams()
  const bookingID = search.get('bookingID') ?? ''
  const { role } = useSignedIn()
  const found = useApi(appointmentApi.forBooking, { params: { bookingID } }, { what: 'appointment' })
  return (
    <Page
      title={t`Placement appointment`}
      subtitle={found.data && translate(orNotRecorded(found.data.beneficiaryName))}
      intro={found.data && t`The day and time on which the urn is placed. All times are Singapore time.`}
      narrow
    >
      <AllAtOnce loading={t`Loading the appointment...`}>
        <QueryResult
          query={found}
          loading={t`Loading the appointment...`}
          failure={t`This booking could not be loaded.`}
        >
          {(booking) => <Appointment booking={booking} />}
        </QueryResult>
        <div>
          <ButtonLink to={pathTo(role === 'user' ? 'myBookings' : 'placements')} variant="secondary">
            {role === 'user' ? t`Back to My Bookings` : 'Back to Placements'}
          </ButtonLink>
        </div>
      </AllAtOnce>
    </Page>
  )
}

function Appointment({ booking }: { booking: BookingAppointment }) {
  const { role } = useSignedIn()
  const { appointment, isApproved, isUrnHere, directions } = booking
  const actions = appointmentActionsFor(appointmentStateOf(appointment), role)
  const canChoose = isApproved && (actions.includes('choose') || actions.includes('move'))
  const isPlanned = appointment !== null && isOpen(appointment.status)
  const chooseTime = (
    <div className={common.stack5}>
      <TimeForm booking={booking} />
      <OtherTimeForm booking={booking} />
    </div>
  )
  return (
    <>
      {appointment && (
        <CurrentAppointment appointment={appointment} isUrnHere={isUrnHere} canCancel={actions.includes('cancel')} />
      )}
      {!isApproved && (
        <Callout>
          <p>{t`A day can be chosen once the booking is approved.`}</p>
        </Callout>
      )}
      {canChoose && (
        <>
          {booking.others.map(({ beneficiaryName, startsAt, endsAt }) => (
            <Callout key={startsAt} title={t`Another urn comes to this niche`}>
              <p>
                {t`${translate(orNotRecorded(beneficiaryName))}: ${formatAppointment(new Date(startsAt), new Date(endsAt))}. You can choose the same day for both.`}
              </p>
            </Callout>
          ))}
          {isPlanned ? (
            <details key={appointment?.version} className={`${common.ruled} ${styles.other}`} open={role === 'staff'}>
              <summary>{t`Change the day or time`}</summary>
              {chooseTime}
            </details>
          ) : (
            chooseTime
          )}
        </>
      )}
      <Facts
        facts={[
          [t`Booking ID`, booking.bookingID],
          [t`Niche`, booking.nicheCode],
          [t`Place`, buildingLevelBlock(booking)],
          ...(directions ? [[t`How to get there`, directions] as const] : []),
        ]}
      />
    </>
  )
}
