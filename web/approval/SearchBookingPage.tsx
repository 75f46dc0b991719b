import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { bookingApi } from '#contract/bookings/api.ts'
import { isSearchable } from '#contract/bookings/search-path.ts'
import { useApiRows } from '#web/api/use-api.ts'
import { toast } from '#web/core/toast.ts'
import { Page } from '#web/ui/Page.tsx'
import { ShowMore } from '#web/ui/table/ShowMore.tsx'
import { type SearchTab, tabIn } from './booking-search.ts'
import { ContactNumberSearch } from './ContactNumberSearch.tsx'
import { FoundBookings } from './FoundBookings.tsx'
import { SearchTotals } from './SearchTotals.tsx'

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

  return (
    <Page title="Search Booking" intro="Find a family by the contact number they gave.">
      <ContactNumberSearch key={query} query={query} isLoading={found.isFetching} onSearch={searchFor} />
      <SearchTotals bookings={bookings} />
      <FoundBookings bookings={bookings} isLoading={found.isLoading || isRepeating} tab={tab} onTab={choose} />
      <ShowMore query={found} what="bookings" />
    </Page>
  )
}
