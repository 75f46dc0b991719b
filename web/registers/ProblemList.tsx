import { registerApi } from '#contract/registers/api.ts'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { messageWithRows, type RowOf } from './rows-in-sentences.ts'
import type { ChosenFiles } from './run-register.ts'

type Listed = RegisterProblem & { key: string }

const columns: readonly Column<Listed>[] = [
  { header: 'File', cell: ({ file }) => file },
  { header: 'Row', cell: ({ row }) => row, align: 'end' },
  { header: 'Column', cell: ({ column }) => column, typed: true },
  { header: 'Value', cell: ({ value }) => value, typed: true },
  { header: 'Problem', cell: ({ message }) => message },
]

interface ProblemListProps {
  files: ChosenFiles
  notRecorded: readonly string[]
  problems: readonly RegisterProblem[]
  rowOf: RowOf
}

/** The first problems. For all of them, the files are checked once more. */
export function ProblemList({ files, notRecorded, problems, rowOf }: ProblemListProps) {
  return (
    <>
      <div>
        <DownloadButton
          small
          endpoint={registerApi.problems}
          input={{ body: { notRecorded: notRecorded.join() }, files }}
        >
          Download all problems (CSV)
        </DownloadButton>
      </div>
      <Table
        caption="Problems in the files"
        showsCaption
        columns={columns}
        rows={problems.map((problem, at) => ({
          ...problem,
          row: rowOf(problem),
          message: messageWithRows(problem, rowOf),
          key: String(at),
        }))}
        rowKey={({ key }) => key}
      />
    </>
  )
}
