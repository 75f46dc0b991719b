import { useState } from 'react'
import type { BookingRow } from '#contract/bookings/api.ts'
import styles from '#web/bookings/BookingList.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { bookingsUnder, type SearchTab, searchTabs, tabLabels } from './booking-search.ts'
import { FoundBookingCard } from './FoundBookingCard.tsx'

interface FoundBookingsProps {
  /** Undefined before a search and after a failed one. */
  bookings: readonly BookingRow[] | undefined
  isLoading: boolean
  tab: SearchTab
  onTab: (tab: SearchTab) => void
}

export function FoundBookings({ bookings, isLoading, tab, onTab }: FoundBookingsProps) {
  const tabs = searchTabs.map((id) => ({
    id,
    label: tabLabels[id],
    count: bookings && bookingsUnder(id, bookings).length,
  }))
  return (
    <Tabs label="Kind of booking" tabs={tabs} selected={tab} onSelect={onTab}>
      {isLoading && <Loading words="Searching for bookings..." />}
      {bookings && !isLoading && <Cards bookings={bookings} tab={tab} />}
    </Tabs>
  )
}

function Cards({ bookings, tab }: { bookings: readonly BookingRow[]; tab: SearchTab }) {
  /** Bookings archived on this page, with the tab in which that happened. */
  const [archived, setArchived] = useState<ReadonlyMap<string, SearchTab>>(new Map())
  const isJustArchived = ({ bookingID, bookingType }: BookingRow) =>
    bookingType === 'Archived' && archived.get(bookingID) === tab
  const under = bookingsUnder(tab, bookings)
  const shown = bookings.filter((booking) => under.includes(booking) || isJustArchived(booking))
  if (shown.length === 0) {
    return (
      <EmptyState
        words="No bookings found for this user."
        hint={bookings.length > 0 && 'This family has bookings under another tab.'}
      />
    )
  }
  return (
    <ul className={styles.cards}>
      {shown.map((booking) => (
        <FoundBookingCard
          key={booking.bookingID}
          booking={booking}
          isJustArchived={isJustArchived(booking)}
          onArchived={() => setArchived((last) => new Map(last).set(booking.bookingID, tab))}
        />
      ))}
    </ul>
  )
}
