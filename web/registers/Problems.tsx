import { registerApi } from '#contract/registers/api.ts'
import { optionalDetails } from '#contract/registers/columns.ts'
import { kindOf, type ProblemKind, type RegisterProblem } from '#contract/registers/problem.ts'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { countColumn, OpenTable } from './OpenTable.tsx'

interface ProblemKindsProps {
  kinds: readonly ProblemKind[]
  /** Kinds whose wrong values are left empty. */
  notRecorded: readonly string[]
  onChange: (kinds: readonly string[]) => void
}

/** How many rows have each kind of problem, and whose values can be left empty instead of being corrected. */
export function ProblemKinds({ kinds, notRecorded, onChange }: ProblemKindsProps) {
  const columns: readonly Column<ProblemKind>[] = [
    { header: 'Column', cell: ({ column, header }) => header || column || 'The whole row', typed: true },
    { header: 'The first of them', cell: ({ message }) => message, typed: true },
    countColumn('Rows', ({ count }) => count, 5),
    { header: 'First in row', cell: ({ sheet, row }) => placeOf(sheet, row), align: 'end', room: 6.5 },
    {
      header: 'Instead of correcting',
      room: 11,
      cell: (kind) =>
        kind.file === 'people' &&
        optionalDetails.includes(kind.column) &&
        !isDifference(kind) && (
          <Checkbox label="Not recorded" checked={false} onChange={() => onChange([...notRecorded, kindOf(kind)])} />
        ),
    },
  ]
  return (
    <>
      {kinds.some(({ column, count }) => count > 1 || optionalDetails.includes(column)) && (
        <OpenTable caption="Problems by kind" rows={kinds} rowKey={kindOf} columns={columns} />
      )}
      {notRecorded.length > 0 && (
        <Checkbox
          label={`Wrong values of ${notRecorded.length === 1 ? 'one kind are' : `${notRecorded.length} kinds are`} left empty`}
          checked
          onChange={() => onChange([])}
        />
      )}
    </>
  )
}

/** Where a row is in the file of the operator. */
const placeOf = (sheet: string, row: number) => (sheet ? `${row} of ${sheet}` : String(row))

/** The file says something else than Columba, so there is nothing wrong with the value. */
const isDifference = ({ message }: ProblemKind) => message.startsWith('In Columba')

type Listed = RegisterProblem & { key: string }

const listColumns: readonly Column<Listed>[] = [
  { header: 'Row', cell: ({ sheet, row }) => placeOf(sheet, row), align: 'end', room: 5, phone: 'end' },
  { header: 'Column', cell: ({ column, header }) => header || column, typed: true, phone: 'title' },
  { header: 'Value', cell: ({ value }) => value, typed: true },
  { header: 'Problem', cell: ({ message }) => message, long: true, room: 14, phone: 'below' },
]

interface ProblemListProps {
  draftID: string
  notRecorded: readonly string[]
  problems: readonly RegisterProblem[]
}

/** The first problems. For all of them, the draft is checked once more. */
export const ProblemList = ({ draftID, notRecorded, problems }: ProblemListProps) => (
  <>
    <div>
      <DownloadButton
        small
        endpoint={registerApi.problems}
        input={{ body: { draftID, notRecorded: notRecorded.join('\n') } }}
      >
        Download all problems (CSV)
      </DownloadButton>
    </div>
    <Table
      caption="Problems in the file"
      showsCaption
      columns={listColumns}
      rows={problems.map((problem, at) => ({ ...problem, key: String(at) }))}
      rowKey={({ key }) => key}
    />
  </>
)
