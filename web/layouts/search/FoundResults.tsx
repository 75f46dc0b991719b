import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded, urnName } from '#contract/registers/partial-date.ts'
import { rightStates } from '#contract/rights/right.ts'
import type { SearchResults } from '#contract/search/api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import styles from './FoundResults.module.css'
import { linksByRole, type ResultLinks } from './result-links.ts'

interface FoundResultsProps {
  role: 'staff' | 'admin'
  query: string
  found: SearchResults
  /** Called when a result is opened. */
  onOpen: () => void
}

export function FoundResults({ role, query, found, onOpen }: FoundResultsProps) {
  const { people, bookings, niches, payments, urns, rights = noRights } = found
  const links = linksByRole[role]
  return (
    <div className={common.stack5}>
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
          name: orNotRecorded(booking.beneficiaryName),
          facts: [
            `${booking.bookingID}, booked by ${orNotRecorded(booking.customerName)}`,
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
        present={({ tag, bookingID, beneficiaryName, where }) => ({
          key: tag,
          name: tag,
          facts: [urnName(beneficiaryName), where],
          to: pathTo('urn', { tag }),
          more: [{ words: 'Person', to: pathTo('staffPerson', { bookingID }) }],
        })}
      />
      <ResultGroup
        title="Rights"
        group={rights}
        onOpen={onOpen}
        present={({ number, state, holder, nicheCode }) => ({
          key: number,
          name: number,
          facts: [`held by ${orNotRecorded(holder)}`, `niche ${nicheCode}`, rightStates[state]],
          to: pathTo('right', { number }),
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
            `for ${orNotRecorded(payment.beneficiaryName)}, booking ${payment.bookingID}`,
            `${formatAmount(payment.paymentAmount)}, ${payment.paymentMethod}, ${payment.paymentStatus}`,
            `payer ${orNotRecorded(payment.customerName)}`,
          ],
          ...links.payment(payment),
        })}
      />
    </div>
  )
}

/** A server of the previous version, which may reply during an upgrade, finds no rights. */
const noRights: SearchResults['rights'] = { rows: [], hasMore: false }

export const countResults = ({ people, bookings, niches, payments, urns, rights = noRights }: SearchResults) =>
  [people, bookings, niches, payments, urns, rights].reduce((sum, { rows }) => sum + rows.length, 0)

interface Result extends ResultLinks {
  key: string
  name: string
  facts: string[]
}

interface ResultGroupProps<Row> {
  title: string
  group: { rows: readonly Row[]; hasMore: boolean }
  present: (row: Row) => Result
  onOpen: () => void
}

/** Results of one kind. A result leads back to the page on which it was opened. */
function ResultGroup<Row>({ title, group, present, onOpen }: ResultGroupProps<Row>) {
  const titleID = useId()
  const { pathname, search } = useLocation()
  const link = { state: { from: pathname + search }, onClick: onOpen }
  if (group.rows.length === 0) return null
  return (
    <section className={common.stack2} aria-labelledby={titleID}>
      <h3 id={titleID}>{title}</h3>
      <ul className={styles.list}>
        {group.rows.map(present).map(({ key, name, facts, to, more = [] }) => (
          <li key={key} className={styles.result}>
            <div>
              {to ? (
                <Link to={to} {...link} className={`${common.covering} ${styles.name}`}>
                  <Unbroken text={name} />
                </Link>
              ) : (
                <span className={styles.name}>
                  <Unbroken text={name} />
                </span>
              )}
              {facts.map((fact) => (
                <p key={fact} className={common.muted}>
                  <Unbroken text={fact} />
                </p>
              ))}
            </div>
            {more.map(({ words, to }) => (
              <Link key={to} to={to} {...link} aria-label={`${words} of ${name}`}>
                {words}
              </Link>
            ))}
          </li>
        ))}
      </ul>
      {group.hasMore && (
        <p className={common.help}>Only the first {group.rows.length} are shown. Type more to narrow them down.</p>
      )}
    </section>
  )
}
