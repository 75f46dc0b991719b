import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { billApi } from '#contract/bills/api.ts'
import { type BillSummary, billStateNames, billStates } from '#contract/bills/bill.ts'
import { formatDay, toDay } from '#contract/dates.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ApiTable } from '#web/ui/table/ApiTable.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { useUrlDraft } from '#web/ui/use-url-draft.ts'
import { BillLink } from './BillLink.tsx'

const options = billStateNames.map((value) => ({ value, label: billStates[value] }))

/** The URL keeps the filter, so that a link or a reload shows the same bills. */
export function BillsPage() {
  const [search, setSearch] = useSearchParams()
  const writeUrl = useCallback((text: string) => setSearch(text, { replace: true }), [setSearch])
  const [draft, setDraft] = useUrlDraft(search.toString(), writeUrl)
  const typed = readFilter(new URLSearchParams(draft))
  const filter = readFilter(search)
  const field = (name: keyof Filter) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setDraft(writeFilter({ ...typed, [name]: event.target.value })),
  })
  return (
    <Page title="Bills" intro="Every bill and credit note, the newest first. None of them is ever changed.">
      <search aria-label="Filter the bills">
        <FieldRow>
          <TextField label="Search" help="Number, booking, niche, or how the name begins" {...field('text')} />
          <DateField label="Day" max={serverDay()} {...field('day')} />
          <SelectField label="State" options={options} placeholder="All" {...field('state')} />
        </FieldRow>
      </search>
      <ApiTable
        endpoint={billApi.list}
        input={{ query: { text: filter.text, day: filter.day || undefined, state: stateOf(filter.state) } }}
        what="bills"
        caption="Bills, newest first"
        columns={columns}
        rowKey={({ number }) => number}
        loading="Loading the bills..."
        failure="The bills could not be loaded just now."
        empty={
          <EmptyState
            words="No bill matches."
            hint="A bill is written when a payment is settled or billed to an organisation, and a credit note when a bill is taken back."
          />
        }
      />
    </Page>
  )
}

interface Filter {
  text: string
  day: string
  state: string
}

const readFilter = (search: URLSearchParams): Filter => ({
  text: search.get('text') ?? '',
  day: search.get('day') ?? '',
  state: search.get('state') ?? '',
})

const writeFilter = (filter: Filter) =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== '')).toString()

const stateOf = (text: string) => billStateNames.find((state) => state === text)

const columns: readonly Column<BillSummary>[] = [
  {
    header: 'Number',
    cell: BillLink,
    code: true,
    phone: 'belowEnd',
  },
  { header: 'What', cell: whatOf, room: 8.5, folds: 'narrow' },
  { header: 'Date', cell: ({ issuedAt }) => formatDay(toDay(new Date(issuedAt))), room: 7.5, phone: 'below' },
  { header: 'To', cell: ({ buyerName }) => buyerName, typed: true, phone: 'title' },
  { header: 'Niche', cell: ({ nicheCode }) => nicheCode, code: true, folds: 'narrow' },
  { header: 'Amount', cell: ({ gross }) => <Money amount={gross} />, align: 'end', room: 9, phone: 'end' },
]

function whatOf({ state, dueOn }: BillSummary): string {
  if (!state) return 'Credit note'
  const isAwaited = dueOn && (state === 'open' || state === 'overdue')
  return isAwaited ? `${billStates[state]}, due ${formatDay(dueOn)}` : billStates[state]
}
