import { billApi } from '#contract/bills/api.ts'
import { awaitedBy, type BillSummary, billStateNames, billStates } from '#contract/bills/bill.ts'
import { formatDay, toDay } from '#contract/dates.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { BillLink } from '#web/ui/BillLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ApiTable } from '#web/ui/table/ApiTable.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { useUrlFilter } from '#web/ui/use-url-draft.ts'

/** The URL keeps the filter, so that a link or a reload shows the same bills. */
export function BillsPage() {
  const { search, field } = useUrlFilter()
  const state = billStateNames.find((state) => state === search.get('state'))
  return (
    <Page title="Bills" intro="Every bill and credit note, the newest first. None of them is ever changed.">
      <search aria-label="Filter the bills">
        <FieldRow>
          <TextField label="Search" help="Number, booking, niche, or how the name begins" {...field('text')} />
          <DateField label="Day" max={serverDay()} {...field('day')} />
          <SelectField label="State" options={optionsOf(billStates)} placeholder="All" {...field('state')} />
        </FieldRow>
      </search>
      <ApiTable
        endpoint={billApi.list}
        input={{ query: { text: search.get('text') ?? '', day: search.get('day') || undefined, state } }}
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

const columns: readonly Column<BillSummary>[] = [
  { header: 'Number', cell: BillLink, code: true, phone: 'belowEnd' },
  { header: 'What', cell: whatOf, room: 8.5, folds: 'narrow' },
  { header: 'Date', cell: ({ issuedAt }) => formatDay(toDay(new Date(issuedAt))), room: 7.5, phone: 'below' },
  { header: 'To', cell: ({ buyerName }) => buyerName, typed: true, phone: 'title' },
  { header: 'Niche', cell: ({ nicheCode }) => nicheCode, code: true, folds: 'narrow' },
  { header: 'Amount', cell: ({ gross }) => <Money amount={gross} />, align: 'end', room: 9, phone: 'end' },
]

function whatOf(bill: BillSummary): string {
  if (!bill.state) return 'Credit note'
  const dueOn = awaitedBy(bill)
  return dueOn ? `${billStates[bill.state]}, due ${formatDay(dueOn)}` : billStates[bill.state]
}
