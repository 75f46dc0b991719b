import type { RegisterProblem } from '#contract/registers/problem.ts'
import { type Column, Table } from '#web/ui/Table.tsx'

type Listed = RegisterProblem & { key: string }

const columns: readonly Column<Listed>[] = [
  { header: 'File', cell: ({ file }) => file },
  { header: 'Row', cell: ({ row }) => row, align: 'end' },
  { header: 'Column', cell: ({ column }) => column, typed: true },
  { header: 'Value', cell: ({ value }) => value, typed: true },
  { header: 'Problem', cell: ({ message }) => message },
]

export const ProblemTable = ({ problems }: { problems: readonly RegisterProblem[] }) => (
  <Table
    caption="Problems in the files"
    columns={columns}
    rows={problems.map((problem, at) => ({ ...problem, key: String(at) }))}
    rowKey={({ key }) => key}
  />
)
