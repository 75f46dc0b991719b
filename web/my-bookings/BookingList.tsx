import { useState } from 'react'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { t, translate } from '#contract/words/t.ts'
import cards from '#web/bookings/BookingCards.module.css'
import { useFoldName } from '#web/bookings/use-fold-name.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SearchBox } from '#web/ui/form/SearchBox.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { BookingCard } from './BookingCard.tsx'
import styles from './BookingList.module.css'
import { filterBookings, type StatusFilter, statusFilters } from './filter-bookings.ts'

/** Filters in the browser, because a family has few bookings. */
export function BookingList({ bookings }: { bookings: readonly OwnBooking[] }) {
  const [status, setStatus] = useState<StatusFilter>('All')
  const [search, setSearch] = useState('')
  const shown = filterBookings(bookings, status, search, useFoldName(search))
  const tabs = statusFilters.map((id) => ({
    id,
    label: translate(id),
    count: filterBookings(bookings, id, '').length,
  }))

  return (
    <Tabs label={t`Status`} tabs={tabs} selected={status} onSelect={setStatus}>
      <div className={common.stack5}>
        <div className={common.stack3}>
          <SearchBox
            label={t`Search my bookings`}
            placeholder={t`Search by Booking ID or Names`}
            value={search}
            onChange={setSearch}
          />
          <p className={`${common.row2} ${common.middle} ${common.help}`} role="status">
            <span>{t`Showing ${shown.length} of ${bookings.length} bookings`}</span>
            {status !== 'All' && <span className={styles.active}>{t`Status: ${translate(status)}`}</span>}
            {search.trim() && <span className={styles.active}>{t`Search: "${search.trim()}"`}</span>}
          </p>
        </div>
        {shown.length > 0 ? (
          <ul className={cards.cards}>
            {shown.map((booking) => (
              <BookingCard key={booking.bookingID} booking={booking} />
            ))}
          </ul>
        ) : (
          <EmptyState words={t`No bookings found - Try adjusting your search or filter criteria`} />
        )}
      </div>
    </Tabs>
  )
}
