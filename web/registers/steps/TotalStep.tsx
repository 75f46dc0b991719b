import { useEffect } from 'react'
import { counted } from '#contract/counted.ts'
import type { BlockTotals } from '#contract/registers/api.ts'
import { type BookTotal, bookTotals, type Choices } from '#contract/registers/choices.ts'
import { columnTitle, registerStatuses } from '#contract/registers/columns.ts'
import type { Draft } from '#contract/registers/draft-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { Differences } from '../Differences.tsx'
import { countColumn, countText, OpenTable } from '../OpenTable.tsx'
import { GivenAnswers, ProblemKinds, ProblemList } from '../Problems.tsx'
import type { RegisterImport } from '../use-register-import.ts'
import { NumberField, type StepProps } from './step.tsx'

/** What would be imported, beside what the old book says. */
export function TotalStep({ draft, choices, onChange, onSave, run }: StepProps & { run: RegisterImport }) {
  const { state, start } = run
  const { draftID } = draft
  const isIdle = state.is === 'idle'
  const isStored = choices === draft.choices
  useEffect(() => {
    if (isIdle && isStored) void start('check', draftID)
  }, [isIdle, isStored, start, draftID])
  const result = state.is === 'checked' || state.is === 'imported' ? state.result : undefined
  return (
    <div className={common.stack5}>
      {state.is === 'running' && (
        <>
          <ProgressBar label="Checking" share={state.share} />
          <div>
            <Button variant="secondary" onClick={run.stop}>
              Stop
            </Button>
          </div>
        </>
      )}
      {result && (
        <>
          <Book totals={result.totals} book={choices.book} onChange={(book) => onChange({ book })} />
          <OpenTable
            caption="What each block gets"
            columns={columns}
            rows={result.totals.length > 1 ? [...result.totals, sumOf(result.totals)] : result.totals}
            rowKey={({ building, level, block }) => [building, level, block].join(' ')}
          />
        </>
      )}
      <Rewritten draft={draft} />
      {state.is === 'checked' && <GivenAnswers choices={choices} onAnswer={onSave} />}
      {result && result.problems > 0 && state.is === 'checked' && (
        <>
          <ProblemKinds kinds={result.kinds} choices={choices} onAnswer={onSave} />
          <Differences draftID={draftID} problems={state.problems} onCheckAgain={() => void start('check', draftID)} />
          <ProblemList draftID={draftID} problems={state.problems} />
        </>
      )}
    </div>
  )
}

const columns: readonly Column<BlockTotals>[] = [
  {
    header: 'Place',
    cell: ({ building, level, block }) => (building ? `${building}, level ${level}, block ${block}` : 'All blocks'),
    typed: true,
    room: 8,
  },
  countColumn('Niches', ({ niches }) => niches, 4.5),
  ...registerStatuses.map((status) => countColumn<BlockTotals>(status, (totals) => totals[status], 5.2)),
  countColumn('People', ({ people }) => people, 4.5),
  countColumn('Urns', ({ urns }) => urns, 3.5),
]

/** All blocks together. No block is without a hall, so the empty names are of none. */
const sumOf = (totals: readonly BlockTotals[]): BlockTotals => ({
  building: '',
  level: '',
  block: '',
  ...(Object.fromEntries(bookTotals.map((name) => [name, totals.reduce((sum, each) => sum + each[name], 0)])) as Record<
    BookTotal,
    number
  >),
})

interface BookProps {
  totals: readonly BlockTotals[]
  book: Choices['book']
  onChange: (book: Choices['book']) => void
}

/** The totals beside those of the old book, which the admin types. */
const Book = ({ totals, book, onChange }: BookProps) => (
  <FieldRow>
    {bookTotals.map((name) => {
      const sum = sumOf(totals)[name]
      const said = book[name]
      return (
        <NumberField
          key={name}
          label={`${columnTitle(name)} in the old book`}
          optional
          help={`The file makes ${countText(sum)}.`}
          error={said !== null && said !== sum ? difference(sum, said) : undefined}
          value={said}
          onChange={(number) => onChange({ ...book, [name]: number })}
        />
      )
    })}
  </FieldRow>
)

const difference = (sum: number, said: number) =>
  `The file has ${countText(Math.abs(sum - said))} ${sum > said ? 'more' : 'fewer'} than the book.`

const changeColumns: readonly Column<Draft['changes'][number]>[] = [
  { header: 'Column', cell: ({ target }) => target.replaceAll('_', ' ') },
  countColumn('Values', ({ count }) => count),
  { header: 'For example', cell: ({ from, to }) => `${from} becomes ${to || 'nothing'}`, typed: true },
]

/** What the import reads otherwise than it stands in the file. */
const Rewritten = ({ draft: { changes, repeated, enlarged, guessedWalls } }: { draft: Draft }) => (
  <>
    {guessedWalls > 0 && (
      <Callout tone="warning">
        The columns and rows of {counted(guessedWalls, 'wall')} are a guess. Please compare them in the step Walls.
      </Callout>
    )}
    {enlarged.count > 0 && (
      <Callout tone="warning" title="Niches that get more places">
        <p>
          {enlarged.codes.join(', ')}
          {enlarged.count > enlarged.codes.length && ` and ${countText(enlarged.count - enlarged.codes.length)} more`}:
          more people than places.
        </p>
      </Callout>
    )}
    {repeated > 0 && (
      <p>
        {repeated === 1 ? 'One row is' : `${countText(repeated)} rows are`} there twice, word for word in the columns
        that are used. Each is taken once.
      </p>
    )}
    {changes.length > 0 && (
      <OpenTable caption="What we tidied" columns={changeColumns} rows={changes} rowKey={({ target }) => target} />
    )}
  </>
)
