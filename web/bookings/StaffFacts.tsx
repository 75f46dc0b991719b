import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ApprovalDetail, OwnBooking, RegisterEntry } from '#contract/bookings/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { isSettled } from '#contract/payments/payment.ts'
import { dateOrNotRecorded, notRecorded, orNotRecorded } from '#contract/registers/partial-date.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Card, Facts } from '#web/ui/Card.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import { beneficiaryFacts } from './beneficiary-facts.ts'

/** The facts that the pages of staff show of a booking. */
type StaffBooking = Pick<ApprovalDetail & OwnBooking, keyof ApprovalDetail & keyof OwnBooking>

/** Stands where a fact of a booking is missing. */
const missing = ({ madeBy }: Pick<StaffBooking, 'madeBy'>) => (madeBy === 'import' ? notRecorded : 'Not assigned')

export const nameForStaff = (booking: Pick<StaffBooking, 'beneficiaryName' | 'madeBy'>) =>
  booking.beneficiaryName || missing(booking)

/** The data that the clerk compares with the certificate. */
export const BeneficiaryFacts = ({ booking }: { booking: StaffBooking }) => (
  <Card title="Beneficiary">
    <Facts
      facts={[
        ['Name', <strong key="name">{nameForStaff(booking)}</strong>],
        ...beneficiaryFacts.map(({ what, textOf }) => [what, textOf(booking, missing(booking))] as const),
      ]}
    />
  </Card>
)

interface PaymentFactsProps {
  booking: StaffBooking
  register: RegisterEntry | null
  /** The default is in dollars, as the page that decides shows it. */
  amount?: ReactNode
  /** The links that one page adds. */
  children?: ReactNode
}

/** The receipt is for families and for staff at the counter. A booking from a register has the number of its old one. */
export function PaymentFacts({ booking, register, amount = `$${booking.paymentAmount}`, children }: PaymentFactsProps) {
  const { role } = useSignedIn()
  const { bookingID, paymentID, paymentMethod, paymentStatus, paymentDate } = booking
  return (
    <Card title="Payment">
      <Facts
        facts={
          paymentID && paymentStatus && paymentDate
            ? [
                ['Payment ID', <CopyableField key="id" value={paymentID} what="payment ID" />],
                ['Amount', amount],
                ['Method', paymentMethod],
                ['Status', <PaymentBadge key="status" status={paymentStatus} />],
                ['Date', formatDateTime(paymentDate)],
              ]
            : [register?.receiptNo ? ['Earlier receipt', register.receiptNo] : ['Payment', notRecorded]]
        }
      />
      {role === 'staff' && paymentStatus && isSettled(paymentStatus) && (
        <Link to={pathTo('receipt', { bookingID, print: 'yes' })}>Print the receipt</Link>
      )}
      <Link to={pathTo('statement', { bookingID })}>Statement</Link>
      {children}
    </Card>
  )
}

/** The facts that only the imported register says. */
export const RegisterFacts = ({ entry, children }: { entry: RegisterEntry; children?: ReactNode }) => (
  <Card title="Register">
    <Facts
      facts={[
        ['Holder', orNotRecorded(entry.holderName)],
        ['Booked on', dateOrNotRecorded(entry.bookedOn)],
        ['Reference', orNotRecorded(entry.reference)],
        ['Deed', orNotRecorded(entry.deed)],
        ['Account', entry.linkedPapers ? `Linked after seeing: ${entry.linkedPapers}` : 'Not linked'],
      ]}
    />
    {children}
  </Card>
)
