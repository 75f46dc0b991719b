import { useState } from 'react'
import { type CorrectableName, correctableFields } from '#contract/bookings/correction.ts'
import type { ReplyData } from '#contract/endpoint.ts'
import { cellKey, registerApi, type SeenCell } from '#contract/registers/api.ts'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import { Button } from '#web/ui/Button.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { OpenTable } from './OpenTable.tsx'

type Difference = SeenCell & { row: number }

interface DifferencesProps {
  draftID: string
  problems: readonly RegisterProblem[]
  /** Checks the draft once more, after a correction or because something has changed. */
  onCheckAgain: () => void
}

/** Where the file says something else of people than an earlier import: what is chosen is corrected by the file. */
export function Differences({ draftID, problems, onCheckAgain }: DifferencesProps) {
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
          checked={chosen.includes(cellKey(difference))}
          onChange={() => toggle(cellKey(difference))}
        />
      ),
    },
  ]
  const cells = differences.filter((each) => chosen.includes(cellKey(each))).map(({ row: _row, ...cell }) => cell)
  return (
    <>
      <OpenTable
        caption="People of whom the file says something else"
        columns={columns}
        rows={differences}
        rowKey={cellKey}
      />
      {cells.length > 0 && (
        <FormActions>
          <DialogButton
            dialog={(close) => (
              <ReasonDialog
                title="Correct by the file?"
                verb="Correct"
                endpoint={registerApi.correct}
                input={(reason) => ({ body: { draftID, reason, cells } })}
                done={outcomeText}
                onSuccess={() => {
                  close()
                  onCheckAgain()
                }}
              >
                All but relationships and deeds waits until a second person confirms it.
              </ReasonDialog>
            )}
          >
            Correct what is chosen: {cells.length}
          </DialogButton>
          <Button variant="secondary" onClick={onCheckAgain}>
            Check again
          </Button>
        </FormActions>
      )}
    </>
  )
}

const outcomeText = ({ corrected, asked, refused }: ReplyData<typeof registerApi.correct>) =>
  [corrected > 0 && `Corrected: ${corrected}.`, asked > 0 && `Waiting for a second person: ${asked}.`, ...refused]
    .filter(Boolean)
    .join(' ')

const isCorrectable = (column: string): column is CorrectableName => column in correctableFields
