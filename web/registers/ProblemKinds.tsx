import { optionalDetails } from '#contract/registers/columns.ts'
import { kindOf, type ProblemKind } from '#contract/registers/problem.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { messageWithRows, type RowOf } from './rows-in-sentences.ts'

interface ProblemKindsProps {
  kinds: readonly ProblemKind[]
  /** The next check or import leaves wrong values in these columns empty. */
  notRecorded: readonly string[]
  onChange: (columns: readonly string[]) => void
  rowOf: RowOf
}

/** How many rows have each kind of problem, and which columns can be left empty instead of being corrected. Single problems are in the list below. */
export function ProblemKinds({ kinds, notRecorded, onChange, rowOf }: ProblemKindsProps) {
  const toggle = (column: string) =>
    onChange(notRecorded.includes(column) ? notRecorded.filter((each) => each !== column) : [...notRecorded, column])
  const columns: readonly Column<ProblemKind>[] = [
    { header: 'Column', cell: ({ column }) => column || 'The whole row', typed: true },
    { header: 'The first of them', cell: (kind) => messageWithRows(kind, rowOf), typed: true },
    { header: 'Rows', cell: ({ count }) => count.toLocaleString('en'), align: 'end' },
    { header: 'First in row', cell: rowOf, align: 'end' },
    {
      header: 'Instead of correcting',
      room: 11,
      cell: ({ file, column }) =>
        file === 'people' &&
        isOptional(column) && (
          <Checkbox label="Not recorded" checked={notRecorded.includes(column)} onChange={() => toggle(column)} />
        ),
    },
  ]
  if (kinds.every(({ column, count }) => count === 1 && !isOptional(column))) return null
  return (
    <>
      <Table caption="Problems by kind" showsCaption rows={kinds} rowKey={kindOf} columns={columns} />
      {notRecorded.length > 0 && (
        <p>Wrong values in {notRecorded.join(', ')} will be left empty. Please check the files once more.</p>
      )}
    </>
  )
}

const isOptional = (column: string) => optionalDetails.some((name) => name === column)
