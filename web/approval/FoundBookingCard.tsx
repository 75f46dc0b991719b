import { Link } from 'react-router'
import { type BookingRow, bookingApi } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { BookingBadge } from '#web/bookings/BookingBadge.tsx'
import cards from '#web/bookings/BookingCards.module.css'
import { bookingStateOf, isPending, showsArchive } from '#web/bookings/booking-actions.ts'
import { nameForStaff } from '#web/bookings/StaffFacts.tsx'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Card.tsx'
import { Code } from '#web/ui/Code.tsx'
import common from '#web/ui/common.module.css'
import { useApprovalLink } from './approval-link.ts'
import styles from './FoundBookingCard.module.css'
import { PaymentCell } from './PaymentCell.tsx'
import { useUndoableDecision } from './use-booking-decision.ts'

interface FoundBookingCardProps {
  booking: BookingRow
  /** It was archived on this page a moment ago, so it stays where it was and says so. */
  isJustArchived: boolean
  onArchived: () => void
}

/** One booking for a clerk with the family at the counter: whose, where, paid or not, and what can be done now. */
export function FoundBookingCard({ booking, isJustArchived, onArchived }: FoundBookingCardProps) {
  const { bookingID, customerName, nicheID, nicheCode } = booking
  const isWaiting = isPending(booking)
  return (
    <li className={`${common.surface} ${common.stack4} ${cards.card}`}>
      <header className={styles.header}>
        <div className={styles.name}>
          <p className={common.small}>Beneficiary</p>
          <h2>
            <Link to={pathTo('staffPerson', { bookingID })}>{nameForStaff(booking)}</Link>
          </h2>
        </div>
        <BookingBadge status={booking.bookingStatus} />
      </header>
      <Facts
        facts={[
          ['Payer', orNotRecorded(customerName)],
          ['Niche code', nicheCode || '-'],
          ['Niche ID', <Code key="niche">{nicheID || '-'}</Code>],
          ['Payment', <PaymentCell key="payment" booking={booking} />],
          ['Booking ID', <Code key="id">{bookingID}</Code>],
        ]}
      />
      <footer className={`${common.row2} ${common.closelyRuled}`}>
        <ButtonLink {...useApprovalLink(bookingID)} variant="secondary" small>
          {isWaiting ? 'View Details' : 'Open booking'}
        </ButtonLink>
        {isWaiting && <QuickApprove booking={booking} />}
        {showsArchive(booking) && <ArchiveButton booking={booking} onArchived={onArchived} />}
        {isJustArchived && (
          <p className={`${common.help} ${styles.why}`}>
            Archived just now. Its place in niche <Code>{nicheCode}</Code> is free again.
          </p>
        )}
      </footer>
    </li>
  )
}

const notApproved = 'Failed to approve booking — please try again.'

/** Approves from the list, for certificates that were checked before. */
function QuickApprove({ booking }: { booking: BookingRow }) {
  const { bookingID, nicheID, nicheCode, beneficiaryName, version } = booking
  const { mutate, isPending } = useUndoableDecision(bookingApi.approve, {
    bookingID,
    typeAfter: 'Current',
    done: 'Booking approved successfully!',
    details: `Niche ${nicheCode} for ${beneficiaryName} is now Occupied.`,
    refused: notApproved,
    failed: notApproved,
  })
  const state = bookingStateOf(booking)
  if (!actionsFor(state, 'staff').includes('approve'))
    return <p className={`${common.help} ${styles.why}`}>{moveRefusals[explainRefusal(state, 'approve')]}</p>
  return (
    <Button small busy={isPending} onClick={() => mutate({ body: { bookingID, nicheID, version } })}>
      Approve
    </Button>
  )
}

const notArchived = 'Failed to archive booking — please try again.'

/** Asks nothing before; a second clerk may have to confirm it. The toast offers to undo it, and the booking can be reopened while its place is free. */
function ArchiveButton({ booking, onArchived }: Pick<FoundBookingCardProps, 'booking' | 'onArchived'>) {
  const { bookingID, nicheID, nicheCode, version, placedUrn } = booking
  const archive = {
    bookingID,
    typeAfter: 'Archived',
    done: 'Booking archived successfully!',
    details: `The place of ${nameForStaff(booking)} in niche ${nicheCode} is free again.`,
    refused: notArchived,
    failed: notArchived,
  } as const
  const { mutate, isPending } = useUndoableDecision(bookingApi.archive, archive, { onDone: onArchived })
  const state = bookingStateOf(booking)
  const isAllowed = actionsFor(state, 'staff').includes('archive')
  return (
    <>
      <Button
        variant="danger"
        small
        disabled={!isAllowed}
        busy={isPending}
        onClick={() => mutate({ body: { bookingID, nicheID, version } })}
      >
        Archive & Free Niche
      </Button>
      {!isAllowed && (
        <p className={`${common.help} ${styles.why}`}>
          {moveRefusals[explainRefusal(state, 'archive')]}{' '}
          {placedUrn && (
            <Link to={pathTo('urn', { tag: placedUrn })}>
              <Unbroken text={`Open urn ${placedUrn}`} />
            </Link>
          )}
        </p>
      )}
    </>
  )
}
