import { useEffect } from 'react'
import type { BlockTotals } from '#contract/registers/api.ts'
import type { Draft } from '#contract/registers/draft-api.ts'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { Differences } from '../Differences.tsx'
import { ProblemKinds, ProblemList } from '../Problems.tsx'
import type { RegisterImport } from '../use-register-import.ts'
import type { StepProps } from './step-props.ts'

/** What would be imported, beside what the old book says. */
export function TotalStep({ draft, choices, onChange, run }: StepProps & { run: RegisterImport }) {
  const { state, start } = run
  const { draftID } = draft
  const isIdle = state.state === 'idle'
  const isStored = choices === draft.choices
  useEffect(() => {
    if (isIdle && isStored) void start('check', draftID)
  }, [isIdle, isStored, start, draftID])
  const result = state.state === 'checked' || state.state === 'imported' ? state.result : undefined
  return (
    <div className={common.stack5}>
      {state.state === 'running' && <ProgressBar label="Checking" share={state.share} />}
      {result && (
        <>
          <Book totals={result.totals} book={choices.book} onChange={(book) => onChange({ book })} />
          <Table
            isOpen
            caption="What each block gets"
            showsCaption
            columns={columns}
            rows={result.totals}
            rowKey={({ building, level, block }) => [building, level, block].join(' ')}
          />
        </>
      )}
      <Rewritten draft={draft} />
      {result && result.problems > 0 && state.state === 'checked' && (
        <>
          <ProblemKinds
            kinds={result.kinds}
            notRecorded={run.notRecorded}
            onChange={(kinds) => run.omit(kinds, draftID)}
          />
          <Differences draftID={draftID} problems={state.problems} onCorrected={() => void start('check', draftID)} />
          <ProblemList draftID={draftID} notRecorded={run.notRecorded} problems={state.problems} />
        </>
      )}
    </div>
  )
}

const number = (count: number) => count.toLocaleString('en')
const ofStatus = (status: 'Available' | 'Reserved' | 'Occupied' | 'Blocked'): Column<BlockTotals> => ({
  header: status,
  cell: (totals) => number(totals[status]),
  align: 'end',
  room: 5.2,
})
const columns: readonly Column<BlockTotals>[] = [
  {
    header: 'Place',
    cell: ({ building, level, block }) => `${building}, level ${level}, block ${block}`,
    typed: true,
    room: 8,
  },
  { header: 'Niches', cell: ({ niches }) => number(niches), align: 'end', room: 4.5 },
  ofStatus('Available'),
  ofStatus('Reserved'),
  ofStatus('Occupied'),
  ofStatus('Blocked'),
  { header: 'People', cell: ({ people }) => number(people), align: 'end', room: 4.5 },
  { header: 'Urns', cell: ({ urns }) => number(urns), align: 'end', room: 3.5 },
]

const counted = { niches: 'Niches', people: 'People', urns: 'Urns' } as const
type Book = StepProps['choices']['book']

/** The totals beside those of the old book, which the admin types. */
function Book({
  totals,
  book,
  onChange,
}: {
  totals: readonly BlockTotals[]
  book: Book
  onChange: (book: Book) => void
}) {
  const names = Object.keys(counted) as (keyof typeof counted)[]
  return (
    <FieldRow>
      {names.map((name) => {
        const sum = totals.reduce((sum, each) => sum + each[name], 0)
        const said = book[name]
        return (
          <TextField
            key={name}
            label={`${counted[name]} in the old book`}
            optional
            inputMode="numeric"
            help={`The file makes ${number(sum)}.`}
            error={said !== null && said !== sum ? difference(sum, said) : undefined}
            value={said ?? ''}
            onChange={({ target }) =>
              onChange({
                ...book,
                [name]: target.value.trim() === '' ? null : Number(target.value.replaceAll(/\D/g, '')),
              })
            }
          />
        )
      })}
    </FieldRow>
  )
}

const difference = (sum: number, said: number) =>
  sum > said
    ? `The file has ${number(sum - said)} more than the book.`
    : `The file has ${number(said - sum)} fewer than the book.`

type Change = Draft['changes'][number]

const changeColumns: readonly Column<Change>[] = [
  { header: 'Column', cell: ({ target }) => target.replaceAll('_', ' ') },
  { header: 'Values', cell: ({ count }) => count.toLocaleString('en'), align: 'end' },
  { header: 'For example', cell: ({ from, to }) => `${from} becomes ${to || 'nothing'}`, typed: true },
]

/** What the import reads otherwise than it stands in the file. */
const Rewritten = ({ draft: { changes, repeated, enlarged } }: { draft: Draft }) => (
  <>
    {enlarged.count > 0 && (
      <Callout tone="warning" title="Niches that get more places">
        <p>
          {enlarged.codes.join(', ')}
          {enlarged.count > enlarged.codes.length &&
            ` and ${(enlarged.count - enlarged.codes.length).toLocaleString('en')} more`}
          : more people than places.
        </p>
      </Callout>
    )}
    {repeated > 0 && (
      <p>
        {repeated === 1 ? 'One row is' : `${repeated.toLocaleString('en')} rows are`} there twice, word for word. Each
        is taken once.
      </p>
    )}
    {changes.length > 0 && (
      <Table
        isOpen
        caption="What we tidied"
        showsCaption
        columns={changeColumns}
        rows={changes}
        rowKey={({ target }) => target}
      />
    )}
  </>
)
