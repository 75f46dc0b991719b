import { Link } from 'react-router'
import { formatDay } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { dateOrNotRecorded, orNotRecorded } from '#contract/registers/partial-date.ts'
import { type ListedRight, rightApi } from '#contract/rights/api.ts'
import { rightStateNames, rightStates } from '#contract/rights/right.ts'
import { describeTerm } from '#contract/rights/term.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ApiTable } from '#web/ui/table/ApiTable.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { useUrlFilter } from '#web/ui/use-url-draft.ts'

const waitingNames = ['heard', 'due', 'claims'] as const
const waitingWords = {
  heard: 'The family wants to be heard',
  due: 'A step is due',
  claims: 'A claim can be decided',
}

/** The URL keeps the filter, so that a link or a reload shows the same rights. */
export function RightsPage() {
  const { search, field } = useUrlFilter()
  const year = search.get('year') ?? ''
  const state = rightStateNames.find((state) => state === search.get('state'))
  const waits = waitingNames.find((waits) => waits === search.get('waits'))
  return (
    <Page
      title="Rights"
      intro="Every right to a niche, the newest first. A right outlives the booking that granted it."
      actions={
        <ButtonLink variant="secondary" to={pathTo('lettersToPost')}>
          Letters to post
        </ButtonLink>
      }
    >
      <search aria-label="Filter the rights">
        <FieldRow>
          <TextField
            label="Search"
            help="Number, niche, or name of a holder or contact"
            maxLength={100}
            {...field('text')}
          />
          <TextField label="Ends in" help="A year, such as 2056" inputMode="numeric" maxLength={4} {...field('year')} />
          <SelectField label="State" options={optionsOf(rightStates)} placeholder="All" {...field('state')} />
          <SelectField
            label="Waits for staff"
            options={optionsOf(waitingWords)}
            placeholder="All"
            {...field('waits')}
          />
        </FieldRow>
      </search>
      <ApiTable
        endpoint={rightApi.list}
        input={{
          query: {
            text: search.get('text')?.trim() ?? '',
            year: /^[12]\d{3}$/.test(year) ? year : undefined,
            state,
            waits,
          },
        }}
        what="rights"
        caption="Rights, newest first"
        columns={state === 'ended' ? [...columns, nextColumn] : columns}
        rowKey={({ number }) => number}
        loading="Loading the rights..."
        failure="The rights could not be loaded just now."
        empty={
          <EmptyState
            words="No right matches."
            hint="A right is granted when the first booking of a niche is confirmed."
          />
        }
      />
    </Page>
  )
}

const columns: readonly Column<ListedRight>[] = [
  {
    header: 'Number',
    cell: ({ number }) => <Link to={pathTo('right', { number })}>{number}</Link>,
    code: true,
    phone: 'belowEnd',
  },
  {
    header: 'Holder',
    cell: ({ bookingID, holder }) => <Link to={pathTo('staffPerson', { bookingID })}>{orNotRecorded(holder)}</Link>,
    typed: true,
    phone: 'title',
  },
  { header: 'Niche', cell: ({ nicheCode }) => nicheCode, code: true, phone: 'end' },
  { header: 'Granted', cell: ({ grantedOn }) => dateOrNotRecorded(grantedOn), room: 8, folds: 'narrow' },
  { header: 'Term', cell: describeTerm, room: 10, phone: 'below' },
  { header: 'State', cell: ({ state }) => rightStates[state], room: 8, folds: 'narrow' },
  {
    header: 'Deed',
    cell: ({ number, state, deedNumber }) =>
      state === 'surrendered' ? deedNumber : <Link to={pathTo('deed', { number })}>{deedNumber ?? 'Print'}</Link>,
    typed: true,
    folds: 'always',
  },
]

/** For rights that have ended. */
const nextColumn: Column<ListedRight> = {
  header: 'Next',
  cell: ({ next, heardAt }) => {
    if (heardAt) return waitingWords.heard
    return next ? `${next.name ?? 'Urns to a shelf'}, from ${formatDay(next.from)}` : 'Urns may be taken to a shelf'
  },
  room: 12,
}
