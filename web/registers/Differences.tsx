import { useState } from 'react'
import { type CorrectableName, correctableFields } from '#contract/bookings/correction.ts'
import type { ReplyData } from '#contract/endpoint.ts'
import { registerApi } from '#contract/registers/api.ts'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { OpenTable } from './OpenTable.tsx'

interface Difference {
  bookingID: string
  column: CorrectableName
  row: number
  known: string
  value: string
}

const keyOf = ({ bookingID, column }: Difference) => `${bookingID} ${column}`

interface DifferencesProps {
  draftID: string
  problems: readonly RegisterProblem[]
  /** Something was corrected, so the draft is checked once more. */
  onCorrected: () => void
}

/** Where the file says something else of people than an earlier import: what is chosen is corrected by the file. */
export function Differences({ draftID, problems, onCorrected }: DifferencesProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const differences = problems.flatMap(({ correctable, column, row, value }): Difference[] =>
    correctable && isCorrectable(column) ? [{ ...correctable, column, row, value }] : [],
  )
  if (differences.length === 0) return null
  const toggle = (key: string) =>
    setChosen(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key])
  const columns: readonly Column<Difference>[] = [
    { header: 'Row', cell: ({ row }) => row, align: 'end', room: 4 },
    { header: 'What', cell: ({ column }) => correctableFields[column].label },
    { header: 'In Columba', cell: ({ known }) => known, typed: true },
    { header: 'In the file', cell: ({ value }) => value || 'nothing', typed: true },
    {
      header: 'Correct',
      room: 9.5,
      cell: (difference) => (
        <Checkbox
          label="Correct this"
          checked={chosen.includes(keyOf(difference))}
          onChange={() => toggle(keyOf(difference))}
        />
      ),
    },
  ]
  const cells = differences.filter((difference) => chosen.includes(keyOf(difference)))
  return (
    <>
      <OpenTable
        caption="People of whom the file says something else"
        columns={columns}
        rows={differences}
        rowKey={keyOf}
      />
      {cells.length > 0 && (
        <div>
          <DialogButton
            dialog={(close) => (
              <ReasonDialog
                title="Correct by the file?"
                verb="Correct"
                endpoint={registerApi.correct}
                input={(reason) => ({
                  body: { draftID, reason, cells: cells.map(({ bookingID, column }) => ({ bookingID, column })) },
                })}
                done={outcomeText}
                onSuccess={() => {
                  close()
                  onCorrected()
                }}
              >
                All but relationships and deeds waits until a second person confirms it.
              </ReasonDialog>
            )}
          >
            Correct what is chosen: {cells.length}
          </DialogButton>
        </div>
      )}
    </>
  )
}

const outcomeText = ({ corrected, asked, refused }: ReplyData<typeof registerApi.correct>) =>
  [corrected > 0 && `Corrected: ${corrected}.`, asked > 0 && `Waiting for a second person: ${asked}.`, ...refused]
    .filter(Boolean)
    .join(' ')

const isCorrectable = (column: string): column is CorrectableName => column in correctableFields
