import { groupBy } from '#contract/group-by.ts'
import { columnUseOf, columnUses, type Target } from '#contract/registers/choices.ts'
import { columnsOf, columnTitle } from '#contract/registers/columns.ts'
import type { Draft } from '#contract/registers/draft-api.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { countColumn } from '../OpenTable.tsx'
import { type StepProps, TableSelect } from './step.tsx'

const groups = [...groupBy(columnUses, ({ group }) => group)]
/** What every niche needs, unless its code says it. */
const needed = columnsOf.niches.filter(({ name, required }) => required && !['code', 'status'].includes(name))

/** What each column of the file becomes, and what is the same for every row. */
export function ColumnStep({ draft, choices, onChange }: StepProps) {
  const { columns: used, same } = choices
  const columns: readonly Column<Draft['columns'][number]>[] = [
    { header: 'Column', cell: ({ name }) => name, typed: true },
    countColumn('Filled', ({ filled }) => filled, 5),
    { header: 'For example', cell: ({ examples }) => examples.join(' · '), typed: true, room: 12 },
    {
      header: 'Becomes',
      room: 14,
      cell: ({ name }) => (
        <TableSelect
          label={`${name} becomes`}
          value={used[name] ?? ''}
          onChange={(use) => onChange({ columns: { ...used, [name]: use } })}
        >
          <option value="">Not used</option>
          {groups.map(([group, uses]) => (
            <optgroup key={group} label={group}>
              {uses.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </TableSelect>
      ),
    },
  ]
  /** The sheets that are read may name one column differently. */
  const columnsFor = (target: Target) =>
    draft.columns.map(({ name }) => name).filter((name) => columnUseOf(used[name])?.target === target)
  const textFor = (target: Target) => columnsFor(target).join(', ')
  const nextCodes = columnsFor('code').map((name) => `${name} (2)`)
  const beside = draft.columns.find(({ name }) => nextCodes.includes(name) && !used[name])
  return (
    <div className={common.stack5}>
      <Facts
        facts={[
          ['Code on the door', textFor('code') || 'No column: please choose one'],
          ['Date of death', textFor('died') || 'Not in the file'],
          ['Number of urns', textFor('urns') || textFor('is_here') || 'Not in the file'],
        ]}
      />
      <Table
        isOpen
        caption="The columns of the file"
        columns={columns}
        rows={draft.columns}
        rowKey={({ name }) => name}
      />
      {beside && (
        <Callout tone="warning">
          From the column {beside.name} on, there is another list beside the first. It is not read: please move it to a
          sheet of its own.
        </Callout>
      )}
      <h4>The same for every row</h4>
      <p>
        Fill in what has no column of its own, or is missing in some rows. Places can also be read from the codes, in
        the step Walls.
      </p>
      <FieldRow>
        {needed.map(({ name, help }) => (
          <TextField
            key={name}
            label={columnTitle(name)}
            help={textFor(name) ? `For rows in which ${textFor(name)} is empty.` : help}
            optional
            value={same[name] ?? ''}
            onChange={({ target }) => onChange({ same: { ...same, [name]: target.value } })}
          />
        ))}
      </FieldRow>
    </div>
  )
}
