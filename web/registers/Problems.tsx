import { registerApi, shownProblems } from '#contract/registers/api.ts'
import type { Choices } from '#contract/registers/choices.ts'
import { optionalDetails } from '#contract/registers/columns.ts'
import { isDifference, kindOf, type ProblemKind, type RegisterProblem } from '#contract/registers/problem.ts'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { countColumn, OpenTable } from './OpenTable.tsx'

interface AnswerProps {
  choices: Choices
  /** Checks once more. */
  onAnswer: (answer: Partial<Choices>) => void
}

/** How many rows have each kind of problem, and what can be said of all of them instead of correcting each. */
export function ProblemKinds({ kinds, choices, onAnswer }: AnswerProps & { kinds: readonly ProblemKind[] }) {
  const omit = (kind: ProblemKind) => onAnswer({ notRecorded: [...choices.notRecorded, kindOf(kind)] })
  const columns: readonly Column<ProblemKind>[] = [
    { header: 'Column', cell: ({ column, header }) => header || column || 'The whole row', typed: true },
    { header: 'The first of them', cell: ({ message }) => message, typed: true },
    countColumn('Rows', ({ count }) => count, 5),
    { header: 'First in row', cell: ({ sheet, row }) => placeOf(sheet, row), align: 'end', room: 9 },
    {
      header: 'Instead of correcting',
      room: 11,
      cell: (kind) => {
        if (kind.what === 'unknown person')
          return <Checkbox label="Further people" checked={false} onChange={() => onAnswer({ furtherPeople: true })} />
        const isOptional = kind.file === 'people' && optionalDetails.includes(kind.column) && !isDifference(kind)
        return isOptional && <Checkbox label="Not recorded" checked={false} onChange={() => omit(kind)} />
      },
    },
  ]
  const isUseful = ({ count, column, ...kind }: ProblemKind) =>
    count > 1 || optionalDetails.includes(column) || isDifference(kind)
  return kinds.some(isUseful) && <OpenTable caption="Problems by kind" rows={kinds} rowKey={kindOf} columns={columns} />
}

/** What was said of problems, to be taken back, also if none is left. */
export const GivenAnswers = ({ choices: { notRecorded, furtherPeople }, onAnswer }: AnswerProps) => (
  <>
    {notRecorded.length > 0 && (
      <Checkbox
        label={`Wrong values of ${notRecorded.length === 1 ? 'one kind are' : `${notRecorded.length} kinds are`} left empty`}
        checked
        onChange={() => onAnswer({ notRecorded: [] })}
      />
    )}
    {furtherPeople && (
      <Checkbox
        label="Names that nobody in their niche has are those of further people"
        checked
        onChange={() => onAnswer({ furtherPeople: false })}
      />
    )}
  </>
)

/** Where a row is in the file of the operator. */
const placeOf = (sheet: string, row: number) => (sheet ? `${row} of ${sheet}` : String(row))

type Listed = RegisterProblem & { key: string }

const listColumns: readonly Column<Listed>[] = [
  { header: 'Row', cell: ({ sheet, row }) => placeOf(sheet, row), align: 'end', room: 9, phone: 'end' },
  { header: 'Column', cell: ({ column, header }) => header || column, typed: true, phone: 'title' },
  { header: 'Value', cell: ({ value }) => value, typed: true },
  { header: 'Problem', cell: ({ message }) => message, long: true, room: 14, phone: 'below' },
]

interface ProblemListProps {
  draftID: string
  problems: readonly RegisterProblem[]
}

/** The first problems. For all of them, the draft is checked once more. */
export const ProblemList = ({ draftID, problems }: ProblemListProps) => (
  <>
    <div>
      <DownloadButton small endpoint={registerApi.problems} input={{ body: { draftID } }}>
        Download all problems (CSV)
      </DownloadButton>
    </div>
    <Table
      caption="Problems in the file"
      showsCaption
      columns={listColumns}
      rows={problems.slice(0, shownProblems).map((problem, at) => ({ ...problem, key: String(at) }))}
      rowKey={({ key }) => key}
    />
  </>
)
