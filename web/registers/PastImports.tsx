import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { countsText, type ListedImport, registerApi } from '#contract/registers/api.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useApiRows } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { ShowMore } from '#web/ui/table/ShowMore.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { whenColumn } from '#web/ui/When.tsx'

export function PastImports() {
  const imports = useApiRows(registerApi.imports, { query: {} }, { what: 'past imports' })
  const [undone, setUndone] = useState<ListedImport>()
  return (
    <>
      <QueryResult query={imports} loading="Loading past imports..." failure="Failed to load the past imports">
        {(list) =>
          list.length === 0 ? (
            <p>Nothing was imported yet.</p>
          ) : (
            <Table
              caption="Past imports"
              columns={columnsWith(setUndone)}
              rows={list}
              rowKey={({ importID }) => importID}
            />
          )
        }
      </QueryResult>
      <ShowMore query={imports} what="imports" />
      {undone && (
        <CallDialog
          title="Undo this import?"
          confirm="Undo import"
          danger
          endpoint={registerApi.undo}
          input={{ body: { importID: undone.importID } }}
          done={(removed) => `Removed: ${countsText(removed)}.`}
          onSuccess={() => {
            setUndone(undefined)
            void queryClient.invalidateQueries()
          }}
          onError={() => setUndone(undefined)}
          invalidates={[registerApi.imports]}
          onClose={() => setUndone(undefined)}
        >
          What it added is removed: {countsText(undone)}. If something of it was used since, nothing is removed.
        </CallDialog>
      )}
    </>
  )
}

const columnsWith = (onUndo: (listed: ListedImport) => void): readonly Column<ListedImport>[] => [
  whenColumn('Imported', ({ importedAt }) => importedAt, { phone: 'title' }),
  { header: 'By', cell: ({ importedBy }) => importedBy ?? 'Command', typed: true, phone: 'below' },
  { header: 'Niches', cell: ({ niches }) => niches.toLocaleString('en'), align: 'end' },
  { header: 'People', cell: ({ people }) => people.toLocaleString('en'), align: 'end' },
  {
    header: 'Undo',
    actions: true,
    phone: 'belowEnd',
    cell: (listed) =>
      listed.undoneAt ? (
        `Undone ${formatDateTime(listed.undoneAt)}`
      ) : (
        <Button
          small
          variant="secondary"
          onClick={() => onUndo(listed)}
          aria-label={`Undo the import of ${formatDateTime(listed.importedAt)}`}
        >
          Undo
        </Button>
      ),
  },
]
