import { Link } from 'react-router'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { formatDateTime, formatDay } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { dateOrNotRecorded, nameInNiche, notRecorded, orNotRecorded } from '#contract/registers/partial-date.ts'
import { BookingBadge, NicheStatusBadge } from '#web/bookings/BookingBadge.tsx'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import common from '#web/ui/common.module.css'
import { Email } from '#web/ui/Email.tsx'
import styles from './ApprovalFacts.module.css'

const isImported = ({ madeBy }: ApprovalDetail) => madeBy === 'import'

/** The rest about the booking; the header shows whose it is, its niche and its type. */
export const BookingFacts = ({ booking }: { booking: ApprovalDetail }) => (
  <Card title="Booking">
    <Facts
      facts={[
        ['Booking ID', <CopyableField key="id" value={booking.bookingID} what="booking ID" />],
        ['Status', <BookingBadge key="status" status={booking.bookingStatus} />],
        ['Niche status', <NicheStatusBadge key="niche status" status={booking.nicheStatus} />],
        ['Contact number', booking.contactNumber || (isImported(booking) ? notRecorded : 'Not given')],
        [
          'Email',
          booking.email ? <Email key="email" address={booking.email} /> : orNotRecorded(booking.register?.holderEmail),
        ],
        booking.others.length > 0 && ['Also in this niche', booking.others.map(nameInNiche).join(', ')],
        booking.besideRelationship && ['Relationship with them', booking.besideRelationship],
        booking.remarks && ['Remarks', booking.remarks],
      ]}
    />
  </Card>
)

/** The family's urn request, to compare with the booking. */
export const UrnRequestFacts = ({ request }: { request: NonNullable<ApprovalDetail['urnRequest']> }) => (
  <section className={`${common.stack4} ${styles.request}`} aria-labelledby="urn-request">
    <h2 id="urn-request">Urn placement requested</h2>
    <Facts
      facts={[
        ['Date of death', <strong key="day">{formatDay(request.dateOfDeath)}</strong>],
        ['Inscription', request.inscription || 'Not assigned'],
        ['Requested', formatDateTime(request.requestedAt)],
      ]}
    />
    <p className={common.textS}>
      The death certificate shown came with this request. Approving saves these details to the beneficiary's record.
    </p>
  </section>
)

/** Warns of a possible double booking, which only a clerk can recognise. */
export function SameNameWarning({ namesakes }: { namesakes: ApprovalDetail['namesakes'] }) {
  if (namesakes.length === 0) return null
  return (
    <Callout tone="warning" title="Another current beneficiary has the same name">
      <ul>
        {namesakes.map(({ bookingID, beneficiaryName, nicheCode, dateOfBirth }) => (
          <li key={bookingID}>
            <Link to={pathTo('bookingApproval', { bookingID })}>
              <Unbroken text={bookingID} />
            </Link>
            <Unbroken text={`, ${beneficiaryName}, niche ${nicheCode}, born ${dateOrNotRecorded(dateOfBirth)}`} />
          </li>
        ))}
      </ul>
    </Callout>
  )
}
