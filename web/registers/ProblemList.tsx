import { registerApi } from '#contract/registers/api.ts'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { placeOf } from './ProblemKinds.tsx'

type Listed = RegisterProblem & { key: string }

const columns: readonly Column<Listed>[] = [
  { header: 'Row', cell: ({ sheet, row }) => placeOf(sheet, row), align: 'end' },
  { header: 'Column', cell: ({ column, header }) => header || column, typed: true },
  { header: 'Value', cell: ({ value }) => value, typed: true },
  { header: 'Problem', cell: ({ message }) => message },
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
      columns={columns}
      rows={problems.map((problem, at) => ({ ...problem, key: String(at) }))}
      rowKey={({ key }) => key}
    />
  </>
)
