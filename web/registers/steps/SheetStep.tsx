import type { SheetChoice } from '#contract/registers/choices.ts'
import { type Draft, shownCells } from '#contract/registers/draft-api.ts'
import common from '#web/ui/common.module.css'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import type { StepProps } from './step-props.ts'

/** Asks which sheets are read, and where in them the rows are. */
export const SheetStep = ({ draft, choices, onChange }: StepProps) => (
  <div className={common.stack5}>
    {draft.sheets.map((sheet, at) => {
      const choice = choices.sheets[at]
      const change = (part: Partial<SheetChoice>) =>
        onChange({ sheets: choices.sheets.map((each, index) => (index === at ? { ...each, ...part } : each)) })
      return choice && <Sheet key={sheet.name} sheet={sheet} choice={choice} onChange={change} />
    })}
  </div>
)

interface SheetProps {
  sheet: Draft['sheets'][number]
  choice: SheetChoice
  onChange: (part: Partial<SheetChoice>) => void
}

function Sheet({ sheet, choice, onChange }: SheetProps) {
  const { isUsed, headerRow, hasGroups, firstRow, lastRow } = choice
  const row = (label: string, value: number | null, name: 'headerRow' | 'firstRow' | 'lastRow') => (
    <TextField
      label={label}
      optional={name !== 'headerRow'}
      inputMode="numeric"
      value={value ?? ''}
      onChange={({ target }) => {
        const number = Number(target.value.replaceAll(/\D/g, '')) || null
        onChange({ [name]: name === 'headerRow' ? (number ?? 1) : number })
      }}
    />
  )
  return (
    <section className={common.stack3} aria-label={sheet.name}>
      <h4>
        {sheet.name} ({sheet.rows.toLocaleString('en')} rows)
      </h4>
      <Checkbox label="Read this sheet" checked={isUsed} onChange={() => onChange({ isUsed: !isUsed })} />
      {isUsed && (
        <>
          <FieldRow>
            {row('Row with the names of the columns', headerRow, 'headerRow')}
            {row('First row', firstRow, 'firstRow')}
            {row('Last row', lastRow, 'lastRow')}
          </FieldRow>
          <Checkbox
            label="The row above it names groups of columns, such as Deceased and Holder"
            checked={hasGroups}
            onChange={() => onChange({ hasGroups: !hasGroups })}
          />
          <Table
            isOpen
            caption={`The first rows of ${sheet.name}`}
            showsCaption
            columns={columnsOf(sheet, choice)}
            rows={sheet.start}
            rowKey={({ number }) => String(number)}
          />
        </>
      )}
    </section>
  )
}

type Row = Draft['sheets'][number]['start'][number]

const columnsOf = ({ start }: Draft['sheets'][number], { headerRow }: SheetChoice): readonly Column<Row>[] => [
  { header: 'Row', cell: ({ number }) => (number === headerRow ? `${number}: names` : number), room: 5 },
  ...Array.from({ length: Math.min(shownCells, Math.max(...start.map(({ cells }) => cells.length))) }, (_, at) => ({
    header: String.fromCharCode(65 + at),
    cell: ({ cells }: Row) => cells[at] ?? '',
    typed: true as const,
    room: 6,
    ...(at > 4 && { folds: 'narrow' as const }),
  })),
]
