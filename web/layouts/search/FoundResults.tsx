import { formatAmount } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import type { SearchResults } from '#contract/search/api.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import styles from './QuickFind.module.css'
import { ResultGroup } from './ResultGroup.tsx'
import { linksByRole } from './result-links.ts'

interface FoundResultsProps {
  role: 'staff' | 'admin'
  query: string
  found: SearchResults
  /** Called when a result is opened. */
  onOpen: () => void
}

export function FoundResults({ role, query, found, onOpen }: FoundResultsProps) {
  const { people, bookings, niches, payments, urns } = found
  const links = linksByRole[role]
  return (
    <div className={styles.results}>
      {countResults(found) === 0 && <EmptyState words={`Nothing found for "${query}".`} />}
      <ResultGroup
        title="People"
        group={people}
        onOpen={onOpen}
        present={(person) => ({
          key: person.userID,
          name: person.fullName,
          facts: [person.email, person.contactNumber, ...(person.role === 'user' ? [] : [person.role])],
          ...links.person(person),
        })}
      />
      <ResultGroup
        title="Bookings"
        group={bookings}
        onOpen={onOpen}
        present={(booking) => ({
          key: booking.bookingID,
          name: booking.bookingID,
          facts: [
            `${orNotRecorded(booking.beneficiaryName)}, booked by ${orNotRecorded(booking.customerName)}`,
            `niche ${booking.nicheCode}`,
            `${booking.bookingStatus}, ${booking.bookingType}`,
          ],
          ...links.booking(booking),
        })}
      />
      <ResultGroup
        title="Niches"
        group={niches}
        onOpen={onOpen}
        present={(niche) => ({
          key: niche.nicheID,
          name: niche.nicheCode,
          facts: [niche.status, `${niche.buildingName}, level ${niche.levelNumber}, block ${niche.blockName}`],
          ...links.niche(niche),
        })}
      />
      <ResultGroup
        title="Urns"
        group={urns}
        onOpen={onOpen}
        present={({ tag, beneficiaryName, where }) => ({
          key: tag,
          name: tag,
          facts: [orNotRecorded(beneficiaryName), where],
          to: pathTo('urn', { tag }),
        })}
      />
      <ResultGroup
        title="Payments"
        group={payments}
        onOpen={onOpen}
        present={(payment) => ({
          key: payment.paymentID,
          name: payment.paymentID,
          facts: [
            `${formatAmount(payment.paymentAmount)}, ${payment.paymentMethod}, ${payment.paymentStatus}`,
            `for booking ${payment.bookingID} of ${payment.customerName}`,
          ],
          ...links.payment(payment),
        })}
      />
    </div>
  )
}

export const countResults = ({ people, bookings, niches, payments, urns }: SearchResults) =>
  [people, bookings, niches, payments, urns].reduce((sum, { rows }) => sum + rows.length, 0)
