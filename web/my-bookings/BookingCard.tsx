import { Link, useSearchParams } from 'react-router'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { actionsFor } from '#contract/bookings/transitions.ts'
import { initialOf } from '#contract/family/name-scripts.ts'
import { doorLabel } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { isSettled } from '#contract/payments/payment.ts'
import { spoken, t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { BookingBadge, BookingTypeBadge } from '#web/bookings/BookingBadge.tsx'
import cards from '#web/bookings/BookingCards.module.css'
import { nameOf } from '#web/bookings/BookingFacts.tsx'
import { bookingStateOf } from '#web/bookings/booking-actions.ts'
import { CertificateTask } from '#web/bookings/CertificateTask.tsx'
import { DueNotice } from '#web/bookings/DueNotice.tsx'
import { ExtensionNotice } from '#web/bookings/ExtensionNotice.tsx'
import { OpenMatterNotice } from '#web/bookings/OpenMatter.tsx'
import { PayOrCancelNotice } from '#web/bookings/PayOrCancel.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Card.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './BookingCard.module.css'
import { FamilyLines } from './FamilyLines.tsx'

export function BookingCard({ booking }: { booking: OwnBooking }) {
  const [, setSearch] = useSearchParams()
  const { bookingID, paymentID, certificateRequest, actingFor } = booking
  const isUnpaid = actingFor === null && actionsFor(bookingStateOf(booking), 'user').includes('pay')

  return (
    <li className={`${common.surface} ${common.stack4} ${cards.card}`} data-status={booking.bookingStatus}>
      <header className={`${common.spread} ${styles.header}`}>
        <BookingBadge status={booking.bookingStatus} />
        <CopyableField value={bookingID} what={t`booking ID`} />
      </header>
      <div className={styles.location}>
        <span className={styles.niche}>{doorLabel(booking)}</span>
        <div>
          <p className={`${common.serif} ${styles.block}`}>{t`Block ${booking.blockName}`}</p>
          <p className={common.help}>{t`${booking.buildingName}, level ${booking.levelNumber}`}</p>
        </div>
      </div>
      <p className={`${common.row3} ${common.middle} ${styles.beneficiary}`}>
        <span className={styles.initial} aria-hidden="true">
          {initialOf(booking.beneficiaryName) || '-'}
        </span>
        <Link className={styles.name} to={pathTo('person', { bookingID })}>
          {nameOf(booking)}
        </Link>
        <BookingTypeBadge type={booking.bookingType} />
      </p>
      {actingFor !== null && <p>{t`You help ${actingFor || t`your family`} with this booking.`}</p>}
      <FamilyLines booking={booking} />
      {isUnpaid && <PayOrCancelNotice booking={booking} />}
      {actingFor === null && <DueNotice bookingID={bookingID} />}
      {actingFor === null && booking.right && <OpenMatterNotice number={booking.right.number} />}
      {actingFor === null && <ExtensionNotice booking={booking} />}
      {actingFor === null && certificateRequest && <CertificateTask booking={booking} request={certificateRequest} />}
      {booking.roomLeft && (
        <div>
          <ButtonLink small variant="secondary" to={pathTo('anotherPerson', { bookingID })}>
            {t`Place another person here`}
          </ButtonLink>
        </div>
      )}
      <footer className={`${common.row2} ${common.closelyRuled}`}>
        <Button variant="secondary" small onClick={() => setSearch({ bookingID }, { state: { opened: true } })}>
          {t`View Details`}
        </Button>
        {paymentID && (
          <DialogButton
            variant="quiet"
            small
            dialog={() => <PaymentDialog bookingID={bookingID} paymentID={paymentID} />}
          >
            {t`Payment Info`}
          </DialogButton>
        )}
      </footer>
    </li>
  )
}

function PaymentDialog({ bookingID, paymentID }: { bookingID: string; paymentID: string }) {
  const payment = useApi(paymentApi.byID, { query: { paymentID } }, { what: 'payment details' })
  return (
    <Dialog title={t`Payment Details`}>
      <QueryResult
        query={payment}
        loading={t`Loading payment details...`}
        failure={t`The payment details could not be loaded.`}
      >
        {({ paymentID, amount, paymentMethod, paymentStatus, paymentDate }) => (
          <>
            <Facts
              facts={[
                [t`Payment ID`, <CopyableField key="id" value={paymentID} what={t`payment ID`} />],
                [t`Amount`, `$${amount}`],
                [t`Method`, translate(paymentMethod)],
                [t`Status`, <PaymentBadge key="status" status={paymentStatus} />],
                [t`Date`, spoken().dateTime(paymentDate)],
              ]}
            />
            {isSettled(paymentStatus) && <Link to={pathTo('receipt', { bookingID })}>{t`View receipt`}</Link>}
          </>
        )}
      </QueryResult>
    </Dialog>
  )
}
