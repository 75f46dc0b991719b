import { useState } from 'react'
import { billApi } from '#contract/bills/api.ts'
import { cashUpApi } from '#contract/cash-up/api.ts'
import { type BookDay, differenceReasons } from '#contract/cash-up/books.ts'
import { Period } from '#contract/dashboard/api.ts'
import { formatDay } from '#contract/dates.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import { Code } from '#web/ui/Code.tsx'
import common from '#web/ui/common.module.css'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'
import { PeriodFields } from '#web/ui/form/PeriodFields.tsx'
import { Money } from '#web/ui/Money.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'

/** For the accountant: the export of any days, and what bills, day book and drawer say of them. */
export function Books() {
  const today = serverDay()
  const [period, setPeriod] = useState({ from: `${today.slice(0, 8)}01`, to: today })
  const isValid = Period.safeParse(period).success
  const input = { query: period }
  const books = useApi(cashUpApi.books, input, { what: 'books', enabled: isValid, staleTime: 0 })
  return (
    <Card title="Export for accounting">
      <p>The bills have a row for each line, with its account and its GST. The money is the day book.</p>
      <PeriodFields period={period} onChange={setPeriod} />
      <FormActions>
        <DownloadButton endpoint={billApi.csv} input={input} disabled={!isValid}>
          Download bills (CSV)
        </DownloadButton>
        <DownloadButton endpoint={cashUpApi.dayBookCsv} input={input} disabled={!isValid}>
          Download money (CSV)
        </DownloadButton>
      </FormActions>
      <h3>Bills, day book and drawer</h3>
      {isValid && (
        <QueryResult query={books} loading="Comparing the books..." failure="The books could not be compared just now.">
          {({ days, isMore }) =>
            days.length === 0 ? (
              <p>No money moved on these days, and no bill was written.</p>
            ) : (
              <>
                {isMore && <p>These are the first {days.length} lines. Choose fewer days to see the others.</p>}
                <Table
                  isOpen
                  caption="What bills, day book and drawer say of each day and method"
                  columns={columns}
                  rows={days}
                  rowKey={({ day, method }) => `${day} ${method}`}
                />
              </>
            )
          }
        </QueryResult>
      )}
    </Card>
  )
}

const columns: readonly Column<BookDay>[] = [
  { header: 'Day', cell: ({ day }) => formatDay(day), room: 7.5 },
  { header: 'Method', cell: ({ method }) => method },
  { header: 'Bills', cell: ({ bills }) => <Money amount={bills} />, align: 'end', room: 10 },
  { header: 'Day book', cell: ({ dayBook }) => <Money amount={dayBook} />, align: 'end', room: 10 },
  {
    header: 'Drawer',
    cell: ({ drawer }) => (drawer ? <Money amount={drawer} /> : 'Not in it'),
    align: 'end',
    room: 10,
  },
  { header: 'Differences', cell: Differences, typed: true, folds: 'narrow' },
]

function Differences({ differences }: BookDay) {
  if (differences.length === 0) return 'None'
  return (
    <ul className={common.stack2}>
      {differences.map(({ reason, amount, entries, about }) => (
        <li key={reason}>
          <Money amount={amount} /> {differenceReasons[reason]}
          {about.length > 0 && ': '}
          {reason === 'counted'
            ? about.join(', ')
            : about.map((code, at) => (
                <span key={code}>
                  {at > 0 && ', '}
                  <Code>{code}</Code>
                </span>
              ))}
          {entries > about.length && ` and ${entries - about.length} more`}
        </li>
      ))}
    </ul>
  )
}
