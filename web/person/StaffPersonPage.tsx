import { Link, useLocation, useParams } from 'react-router'
import { isApproved } from '#contract/bookings/booking.ts'
import { dueNow } from '#contract/family/due-now.ts'
import { type StaffPerson, staffPersonApi } from '#contract/family/staff-person-api.ts'
import { timelineOf } from '#contract/family/timeline.ts'
import { pathTo } from '#contract/pages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { useApi } from '#web/api/use-api.ts'
import { nameOf } from '#web/bookings/BookingFacts.tsx'
import { CounterPayment } from '#web/bookings/CounterPayment.tsx'
import { HolderPlacedNotice } from '#web/bookings/HolderPlacedNotice.tsx'
import { OpenMatterNotice } from '#web/bookings/OpenMatter.tsx'
import { BeneficiaryFacts, PaymentFacts, RegisterFacts } from '#web/bookings/StaffFacts.tsx'
import { Timeline } from '#web/bookings/Timeline.tsx'
import { ChargesCard } from '#web/charges/ChargesCard.tsx'
import { toast } from '#web/core/toast.tsx'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { VisitorAccess } from '#web/find/VisitorAccess.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { DialogButton, useCloseDialog } from '#web/ui/dialog/DialogButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Money } from '#web/ui/Money.tsx'
import { NameByScript } from '#web/ui/NameByScript.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { ReceiveDialog } from '#web/urns/ReceiveDialog.tsx'
import { UrnOfBooking } from '#web/urns/UrnOfBooking.tsx'
import styles from './StaffPersonPage.module.css'
import { BookingSection, DaySection, FamilySection, PapersSection } from './StaffSections.tsx'

/** Everything that staff know about one person, with what is due now. */
export function StaffPersonPage() {
  const { bookingID = '' } = useParams()
  /** The person is read again on each visit, because a clerk comes back from deciding. */
  const found = useApi(staffPersonApi.person, { params: { bookingID } }, { what: 'person', staleTime: 0 })
  const booking = found.data?.booking
  return (
    <Page
      title={booking ? <NameByScript name={nameOf(booking)} /> : 'Person'}
      subtitle={booking && `Niche ${booking.nicheCode}`}
      breadcrumb="Person"
    >
      <AllAtOnce loading="Loading this person...">
        <QueryResult
          query={found}
          loading="Loading this person..."
          failure="This person could not be read just now."
          missing={
            <EmptyState words="Booking not found." hint="Quick find takes a name, a niche code or an ID.">
              <ButtonLink variant="secondary" to={pathTo('landing')}>
                Back to Home
              </ButtonLink>
            </EmptyState>
          }
        >
          {(person) => <Person key={bookingID} person={person} />}
        </QueryResult>
      </AllAtOnce>
    </Page>
  )
}

function Person({ person }: { person: StaffPerson }) {
  const { booking, register, history } = person
  const { role } = useSignedIn()
  const { bookingID, bookingStatus, bookingType } = booking
  const due = dueNow(person, role, serverNow())
  const mayRest = bookingStatus !== 'Cancelled' && bookingType === 'Current'
  return (
    <div className={`${common.stack4} ${styles.columns}`}>
      <div className={`${common.stack4} ${styles.due}`}>
        {booking.right && <OpenMatterNotice number={booking.right.number} withLink />}
        <HolderPlacedNotice holder={person.holderPlaced} />
        <Due due={due} person={person} />
      </div>
      <div className={common.stack4}>
        <BookingSection person={person} />
        <BeneficiaryFacts booking={booking} />
        <PaymentFacts
          booking={booking}
          register={register}
          amount={booking.paymentAmount && <Money amount={booking.paymentAmount} />}
        />
        <ChargesCard bookingID={bookingID} />
        <PapersSection person={person} />
        {due.action?.to !== 'receive' && <UrnOfBooking bookingID={bookingID} />}
        {person.appointment && <DaySection person={person} />}
      </div>
      <div className={common.stack4}>
        <FamilySection person={person} />
        {register && <RegisterFacts entry={register} />}
        {mayRest && <VisitorAccess bookingID={bookingID} isApproved={isApproved(booking)} />}
        <Timeline entries={timelineOf(history)} />
        {role === 'admin' && (
          <p className={common.row3}>
            <Link to={pathTo('auditLog', { booking: bookingID })}>Audit log of this booking</Link>
            <Link to={pathTo('staffReads', { subject: bookingID })}>Who looked at it</Link>
          </p>
        )}
      </div>
    </div>
  )
}

/** The first thing on the page, with the only solid button. */
function Due({ due: { title, words, action }, person }: { due: ReturnType<typeof dueNow>; person: StaffPerson }) {
  const { bookingID } = person.booking
  const from = useLocation().pathname
  const dialogs = {
    payment: () => <PaymentDialog booking={person.booking} />,
    receive: () => <ReceiveDialog bookingID={bookingID} />,
  }
  return (
    <Card title={title}>
      <p>
        <Unbroken text={words} />
      </p>
      {action && (
        <div>
          {action.to === 'payment' || action.to === 'receive' ? (
            <DialogButton dialog={dialogs[action.to]}>{action.label}</DialogButton>
          ) : (
            <ButtonLink to={action.to} state={{ from }}>
              {action.label}
            </ButtonLink>
          )}
        </div>
      )}
    </Card>
  )
}

function PaymentDialog({ booking }: { booking: StaffPerson['booking'] }) {
  const close = useCloseDialog()
  const paid = async () => {
    close()
    toast.success('Payment recorded.')
    await queryClient.invalidateQueries()
  }
  return (
    <Dialog title="Record a payment">
      <CounterPayment booking={booking} onDone={paid} onBack={close} />
    </Dialog>
  )
}
