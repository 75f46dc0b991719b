import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { formatDateTime, formatDay } from '#contract/dates.ts'
import { BookingBadge, NicheStatusBadge } from '#web/bookings/BookingBadge.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import { Email } from '#web/ui/Email.tsx'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'

const orNotAssigned = (text: string | null) => text || 'Not assigned'
const dayOrNotAssigned = (day: string | null) => (day ? formatDay(day) : 'Not assigned')

/** The data that the clerk compares with the certificate. */
export const BeneficiaryFacts = ({ booking }: { booking: ApprovalDetail }) => (
  <Card title="Beneficiary">
    <Facts
      facts={[
        ['Name', <strong key="name">{orNotAssigned(booking.beneficiaryName)}</strong>],
        ['Date of birth', dayOrNotAssigned(booking.dateOfBirth)],
        ['Date of death', dayOrNotAssigned(booking.dateOfDeath)],
        ['Relationship', orNotAssigned(booking.relationshipWithApplicant)],
        ['Inscription', orNotAssigned(booking.inscription)],
      ]}
    />
  </Card>
)

/** The rest about the booking; the header shows whose it is, its niche and its type. */
export const BookingFacts = ({ booking }: { booking: ApprovalDetail }) => (
  <Card title="Booking">
    <Facts
      facts={[
        ['Booking ID', <CopyableField key="id" value={booking.bookingID} what="booking ID" />],
        ['Status', <BookingBadge key="status" status={booking.bookingStatus} />],
        ['Niche status', <NicheStatusBadge key="niche status" status={booking.nicheStatus} />],
        ['Contact number', booking.contactNumber || 'Not given'],
        ['Email', <Email key="email" address={booking.email} />],
        ...(booking.remarks ? [['Remarks', booking.remarks] as const] : []),
      ]}
    />
  </Card>
)

export const PaymentFacts = ({ booking }: { booking: ApprovalDetail }) => (
  <Card title="Payment">
    <Facts
      facts={[
        ['Payment ID', <CopyableField key="id" value={booking.paymentID} what="payment ID" />],
        ['Amount', `$${booking.paymentAmount}`],
        ['Method', booking.paymentMethod],
        ['Status', <PaymentBadge key="status" status={booking.paymentStatus} />],
        ['Date', formatDateTime(booking.paymentDate)],
      ]}
    />
  </Card>
)
