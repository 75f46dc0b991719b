import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type BookingRow, bookingApi } from '#contract/bookings/api.ts'
import { isSearchable } from '#contract/bookings/search-path.ts'
import { useApiRows } from '#web/api/use-api.ts'
import cards from '#web/bookings/BookingCards.module.css'
import { isPending } from '#web/bookings/booking-actions.ts'
import { toast } from '#web/core/toast.tsx'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { ShowMore } from '#web/ui/table/ShowMore.tsx'
import { bookingsUnder, type SearchTab, searchTabs, tabIn, tabLabels } from './booking-search.ts'
import { ContactNumberSearch } from './ContactNumberSearch.tsx'
import { FoundBookingCard } from './FoundBookingCard.tsx'
import styles from './SearchBookingPage.module.css'

/** The URL holds the number and the tab, so that a clerk who opens a booking returns to the same list. */
export function SearchBookingPage() {
  const [search, setSearch] = useSearchParams()
  const query = search.get('query') ?? ''
  const tab = tabIn(search.get('tab'))
  const found = useApiRows(bookingApi.search, { query: { query } }, { enabled: isSearchable(query) })
  /** True while the number on screen is searched again. Background refetches show no loading message. */
  const [isRepeating, setRepeating] = useState(false)
  const failedAt = found.isError && found.errorUpdatedAt

  useEffect(() => {
    if (failedAt) toast.error('Failed to search bookings — please try again.')
  }, [failedAt])

  const searchFor = (number: string) => {
    if (number !== query) return setSearch({ query: number, tab })
    setRepeating(true)
    void found.refetch().finally(() => setRepeating(false))
  }
  const choose = (next: SearchTab) => setSearch({ ...(query && { query }), tab: next }, { replace: true })
  /** After an error, do not show old results as if they were current. */
  const bookings = found.isError ? undefined : found.data
  const isLoading = found.isLoading || isRepeating
  const tabs = searchTabs.map((id) => ({
    id,
    label: tabLabels[id],
    count: bookings && bookingsUnder(id, bookings).length,
  }))

  return (
    <Page title="Search Booking" intro="Find a family by the contact number they gave.">
      <ContactNumberSearch key={query} query={query} isLoading={found.isFetching} onSearch={searchFor} />
      <SearchTotals bookings={bookings} />
      <Tabs label="Kind of booking" tabs={tabs} selected={tab} onSelect={choose}>
        {isLoading && <Loading words="Searching for bookings..." />}
        {bookings && !isLoading && <FoundBookings bookings={bookings} tab={tab} />}
      </Tabs>
      <ShowMore query={found} what="bookings" />
    </Page>
  )
}

/** The totals are rendered before a search too, so that nothing moves when results arrive. */
const SearchTotals = ({ bookings }: { bookings: readonly BookingRow[] | undefined }) => (
  <dl className={styles.figures}>
    <Figure name="Total Bookings" value={bookings?.length} />
    <Figure name="Pending Bookings" value={bookings?.filter(isPending).length} />
  </dl>
)

const Figure = ({ name, value }: { name: string; value: number | undefined }) => (
  <div className={`${common.surface} ${common.stack1}`}>
    <dt>{name}</dt>
    <dd>{value ?? '-'}</dd>
  </div>
)

function FoundBookings({ bookings, tab }: { bookings: readonly BookingRow[]; tab: SearchTab }) {
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
    <ul className={cards.cards}>
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
