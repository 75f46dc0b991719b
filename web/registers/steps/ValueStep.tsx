import { genders } from '#contract/accounts/genders.ts'
import { relationships } from '#contract/bookings/booking.ts'
import { counted } from '#contract/counted.ts'
import { halves, maxCapacity } from '#contract/niches/niche.ts'
import { type Choices, occupiedWith, undatedMeanings, type ValueTarget } from '#contract/registers/choices.ts'
import { columnTitle } from '#contract/registers/columns.ts'
import type { Draft } from '#contract/registers/draft-api.ts'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { countColumn, countText, OpenTable } from '../OpenTable.tsx'
import { type StepProps, TableSelect } from './step.tsx'

const counts = Array.from({ length: maxCapacity }, (_, at) => String(at + 1))
const meanings: Record<ValueTarget, readonly string[]> = {
  status: ['Available', 'Reserved', 'Occupied', ...counts.map((urns) => occupiedWith(Number(urns))), 'Blocked'],
  half: halves,
  capacity: counts,
  urns: ['0', ...counts],
  gender: genders,
  relationship: relationships,
  for_later: ['yes'],
  is_here: ['yes', 'no'],
}

const undatedChoices = {
  here: { label: 'Their urns are here', words: 'The book only names whoever rests there.' },
  'not here': {
    label: 'They have died, and their urns have not come',
    words: 'Each niche is sold and waits for its urn.',
  },
  living: { label: 'They are living', words: 'They have a place for later, and no urn.' },
}

/** What the words of the file mean, and what only the admin can know. */
export function ValueStep({ draft, choices, onChange }: StepProps) {
  const { values, undated, codeDates, dateOrder } = choices
  const set = (target: ValueTarget, value: string, meaning: string) =>
    onChange({ values: { ...values, [target]: { ...values[target], [value.toLowerCase()]: meaning } } })
  const columns: readonly Column<Draft['values'][number]>[] = [
    { header: 'Column', cell: ({ target }) => columnTitle(target) },
    { header: 'In the file', cell: ({ value }) => value, typed: true },
    countColumn('Rows', ({ count }) => count, 5),
    {
      header: 'Means',
      room: 13,
      cell: ({ target, value, becomes }) => {
        const meaning = values[target]?.[value.toLowerCase()] ?? becomes
        return (
          <TableSelect
            label={`${columnTitle(target)} ${value} means`}
            value={meaning ?? unknown}
            onChange={(said) => set(target, value, said)}
          >
            {meaning === null && <option value={unknown}>Please choose</option>}
            <option value="">Nothing</option>
            {meanings[target].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </TableSelect>
        )
      },
    },
  ]
  return (
    <div className={common.stack5}>
      {draft.undated > 0 && (
        <ChoiceField
          legend={`For ${counted(draft.undated, 'person', 'people')}, with or without a name, the file gives no date of death, and does not say that the urn is there. What does it mean?`}
          name="undated"
          choices={undatedMeanings.map((value) => ({ value, ...undatedChoices[value] }))}
          {...chosen(undated, (value) => onChange({ undated: value }))}
        />
      )}
      {draft.codeDates > 0 && (
        <ChoiceField
          legend={`A spreadsheet took ${draft.codeDates === 1 ? 'a code' : `${countText(draft.codeDates)} codes`} for a day. Which code stands on the door where the file says 5-Jan?`}
          name="codeDates"
          layout="side"
          choices={optionsOf({ 'day first': '5-1', 'month first': '1-5' })}
          {...chosen(codeDates, (value) => onChange({ codeDates: value }))}
        />
      )}
      <SelectField
        label="Order of days"
        options={optionsOf({ 'day first': '7/6/2019 is 7 June', 'month first': '7/6/2019 is 6 July' })}
        value={dateOrder}
        onChange={({ target }) => onChange({ dateOrder: target.value as Choices['dateOrder'] })}
      />
      {draft.values.length > 0 ? (
        <OpenTable
          caption="What the values mean"
          columns={columns}
          rows={draft.values}
          rowKey={({ target, value }) => `${target} ${value}`}
        />
      ) : (
        <Callout>No column has values that need a meaning.</Callout>
      )}
    </div>
  )
}

const unknown = 'unknown'

/** The props of a group of radio buttons of which one is chosen, or none yet. */
const chosen = <Value extends string>(value: Value | null, onChoose: (value: Value) => void) => ({
  defaultValue: value ?? undefined,
  onChange: ({ target }: { target: { value: string } }) => onChoose(target.value as Value),
})
