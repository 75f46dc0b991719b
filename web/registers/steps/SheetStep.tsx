import type { SheetChoice } from '#contract/registers/choices.ts'
import { type Draft, shownCells } from '#contract/registers/draft-api.ts'
import common from '#web/ui/common.module.css'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { FieldRow } from '#web/ui/form/Form.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { OpenTable } from '../OpenTable.tsx'
import { NumberField, type StepProps } from './step.tsx'

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
  const { isUsed, headerRow, hasGroups } = choice
  const row = (label: string, name: 'firstRow' | 'lastRow') => (
    <NumberField label={label} optional value={choice[name]} onChange={(row) => onChange({ [name]: row || null })} />
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
            <NumberField
              label="Row with the names of the columns"
              value={headerRow}
              onChange={(row) => onChange({ headerRow: row || 1 })}
            />
            {row('First row', 'firstRow')}
            {row('Last row', 'lastRow')}
          </FieldRow>
          <Checkbox
            label="The row above it names groups of columns, such as Deceased and Holder"
            checked={hasGroups}
            onChange={() => onChange({ hasGroups: !hasGroups })}
          />
          <OpenTable
            caption={`The first rows of ${sheet.name}`}
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
