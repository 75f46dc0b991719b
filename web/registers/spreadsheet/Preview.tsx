import { Callout } from '#web/ui/Callout.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import type { Change, Converted } from './to-register.ts'

const shownRows = 5
const shownCodes = 5

/** The first rows as the import will read them, and what was written in another way. */
export function Preview({ converted: { niches, people, changes, repeated, enlarged } }: { converted: Converted }) {
  const first = niches.slice(0, shownRows).map((niche) => ({
    ...niche,
    names: people
      .filter(({ code }) => code.toUpperCase() === niche.code.toUpperCase())
      .map(({ beneficiary_name, holder_name }) => beneficiary_name || holder_name)
      .join(', '),
  }))
  return (
    <>
      <Table caption="The first niches" showsCaption columns={nicheColumns} rows={first} rowKey={({ code }) => code} />
      {enlarged.length > 0 && (
        <Callout tone="warning" title="Niches that get more places">
          <p>
            {enlarged.slice(0, shownCodes).join(', ')}
            {enlarged.length > shownCodes && ` and ${enlarged.length - shownCodes} more`}: more people than places.
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
          caption="What is written in another way"
          showsCaption
          columns={changeColumns}
          rows={changes}
          rowKey={keyOf}
        />
      )}
    </>
  )
}

type Row = Converted['niches'][number] & { names: string }

const nicheColumns: readonly Column<Row>[] = [
  { header: 'Code', cell: ({ code }) => code, code: true },
  { header: 'Place', cell: ({ building, level, block }) => `${building}, level ${level}, block ${block}`, typed: true },
  { header: 'Column', cell: ({ column }) => column, align: 'end' },
  { header: 'Row', cell: ({ row }) => row, align: 'end' },
  { header: 'Status', cell: ({ status }) => status },
  { header: 'Price', cell: ({ price }) => price, align: 'end' },
  { header: 'People', cell: ({ names }) => names, typed: true },
]

const changeColumns: readonly Column<Change>[] = [
  { header: 'Column', cell: ({ target }) => target.replaceAll('_', ' ') },
  { header: 'Values', cell: ({ count }) => count.toLocaleString('en'), align: 'end' },
  { header: 'For example', cell: ({ from, to }) => `${from} becomes ${to || 'nothing'}`, typed: true },
]
const keyOf = ({ target }: Change) => target
