import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { bookingApi } from '#contract/bookings/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { isSearchable, type SearchTab, tabIn } from '#web/bookings/staff-lists/booking-search.ts'
import { ContactNumberSearch } from '#web/bookings/staff-lists/ContactNumberSearch.tsx'
import { FoundBookings } from '#web/bookings/staff-lists/FoundBookings.tsx'
import { SearchTotals } from '#web/bookings/staff-lists/SearchTotals.tsx'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.ts'

/** The address keeps the number and the tab, so that a clerk who opens a booking comes back to the same list. */
export function SearchBookingPage() {
  const [search, setSearch] = useSearchParams()
  const query = search.get('query') ?? ''
  const tab = tabIn(search.get('tab'))
  const found = useApi(bookingApi.search, { query: { query } }, { enabled: isSearchable(query) })
  /** The number on screen was searched again; a list that reads itself again in the background says nothing. */
  const [isAgain, setAgain] = useState(false)
  const failedAt = found.isError && found.errorUpdatedAt

  useEffect(() => {
    if (failedAt) toast.error('Failed to search bookings — please try again.')
  }, [failedAt])

  const look = (number: string) => {
    if (number !== query) return setSearch({ query: number, tab })
    setAgain(true)
    void found.refetch().finally(() => setAgain(false))
  }
  const choose = (next: SearchTab) => setSearch({ ...(query && { query }), tab: next }, { replace: true })
  /** A list that can no longer be read is not shown as if it were true. */
  const bookings = found.isError ? undefined : found.data

  return (
    <Page title="Search Booking" intro="Find a family by the contact number they gave.">
      <ContactNumberSearch key={query} query={query} isLoading={found.isFetching} onSearch={look} />
      <SearchTotals bookings={bookings} />
      <FoundBookings bookings={bookings} isLoading={found.isLoading || isAgain} tab={tab} onTab={choose} />
    </Page>
  )
}
