import type { Draft } from '#contract/registers/draft-api.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'

type Change = Draft['changes'][number]

const columns: readonly Column<Change>[] = [
  { header: 'Column', cell: ({ target }) => target.replaceAll('_', ' ') },
  { header: 'Values', cell: ({ count }) => count.toLocaleString('en'), align: 'end' },
  { header: 'For example', cell: ({ from, to }) => `${from} becomes ${to || 'nothing'}`, typed: true },
]

/** What the import reads otherwise than it stands in the file. */
export const Rewritten = ({ draft: { changes, repeated, enlarged } }: { draft: Draft }) => (
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
        caption="What is written in another way"
        showsCaption
        columns={columns}
        rows={changes}
        rowKey={({ target }) => target}
      />
    )}
  </>
)
