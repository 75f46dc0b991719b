import { Link, useSearchParams } from 'react-router'
import { cashUpApi } from '#contract/cash-up/api.ts'
import type { DayBook, DayBookEntry } from '#contract/cash-up/day-book.ts'
import { Period } from '#contract/dashboard/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { useApiPages } from '#web/api/use-api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PeriodFields } from '#web/ui/form/PeriodFields.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { ShowMore } from '#web/ui/table/ShowMore.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'

/** The money that came in and went out, by day, clerk and method. The URL holds the period, so that it can be shared. */
export function DayBookPage() {
  const [search, setSearch] = useSearchParams()
  const today = serverDay()
  const period = { from: search.get('from') ?? today, to: search.get('to') ?? today }
  const isValid = Period.safeParse(period).success
  const book = useApiPages(cashUpApi.dayBook, { query: period }, { what: 'day book', enabled: isValid })
  const pages = book.data?.pages.map(({ rows }) => rows)
  const data = pages?.[0] && { ...pages[0], entries: pages.flatMap(({ entries }) => entries) }
  return (
    <Page
      title="Day book"
      intro="All money that came in or went out, with who recorded it."
      actions={
        <DownloadButton endpoint={cashUpApi.dayBookCsv} input={{ query: period }} disabled={!isValid}>
          Download (CSV)
        </DownloadButton>
      }
    >
      <p>
        What was counted in the drawer is on the page <Link to={pathTo('cashUp')}>Cash-up</Link>.
      </p>
      <PeriodFields period={period} onChange={(days) => setSearch({ ...days }, { replace: true })} />
      {isValid && (
        <QueryResult
          query={{ ...book, data }}
          loading="Loading the day book..."
          failure="The day book could not be read just now."
        >
          {(data) =>
            data.entries.length === 0 ? (
              <NoEntries />
            ) : (
              <>
                <Book book={data} />
                <ShowMore query={book} what="entries" />
              </>
            )
          }
        </QueryResult>
      )}
    </Page>
  )
}

const NoEntries = () => (
  <EmptyState words="No money moved in this period." hint="Choose other days above, or see the last twelve months.">
    <ButtonLink variant="secondary" to={pathTo('money')}>
      See the money by month
    </ButtonLink>
  </EmptyState>
)

const Book = ({ book: { totals, entries } }: { book: DayBook }) => (
  <>
    <Card title="By clerk and method">
      <Table
        caption="Totals by clerk and method"
        columns={totalColumns}
        rows={totals}
        rowKey={({ clerk, method }) => `${clerk} ${method}`}
      />
    </Card>
    <Card title="Entries">
      <Table
        caption="Entries, oldest first"
        columns={entryColumns}
        rows={entries}
        rowKey={({ eventID }) => String(eventID)}
      />
    </Card>
  </>
)

/** Card payments of families have no clerk. */
const clerkOr = (clerk: string | null) => clerk ?? 'Card provider'

const totalColumns: readonly Column<DayBook['totals'][number]>[] = [
  { header: 'Recorded by', cell: ({ clerk }) => clerkOr(clerk), typed: true, phone: 'title' },
  { header: 'Method', cell: ({ method }) => method, phone: 'below' },
  { header: 'Entries', cell: ({ payments }) => payments, align: 'end', room: 5 },
  { header: 'Taken', cell: ({ taken }) => <Money amount={taken} />, align: 'end', room: 9, phone: 'end' },
  { header: 'Returned', cell: ({ returned }) => <Money amount={returned} />, align: 'end', room: 9, phone: 'belowEnd' },
]

const entryColumns: readonly Column<DayBookEntry>[] = [
  { header: 'When', cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>, room: 10.3, phone: 'belowEnd' },
  {
    header: 'What',
    cell: ({ kind }) => kind.charAt(0).toUpperCase() + kind.slice(1),
    typed: true,
    room: 5.7,
    phone: 'title',
  },
  {
    header: 'Booking',
    code: true,
    cell: ({ bookingID }) => <Link to={pathTo('staffPerson', { bookingID })}>{bookingID}</Link>,
  },
  { header: 'Recorded by', cell: ({ clerk }) => clerkOr(clerk), typed: true, room: 5.9, phone: 'below' },
  { header: 'Method', cell: ({ method }) => method, room: 7, folds: 'narrow' },
  { header: 'Amount', cell: ({ amount }) => <Money amount={amount} />, align: 'end', room: 9, phone: 'end' },
  { header: 'Cash-up', cell: ({ cashUpNumber }) => cashUpNumber ?? 'None', align: 'end', room: 5.5, folds: 'narrow' },
]
