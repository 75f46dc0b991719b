import { formatDateTime } from '#contract/dates.ts'
import { countsText, type ListedImport, registerApi } from '#contract/registers/api.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useApiRows } from '#web/api/use-api.ts'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton, useCloseDialog } from '#web/ui/dialog/DialogButton.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { ShowMore } from '#web/ui/table/ShowMore.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { whenColumn } from '#web/ui/When.tsx'
import { countColumn } from './OpenTable.tsx'

export function PastImports() {
  const imports = useApiRows(registerApi.imports, { query: {} }, { what: 'past imports' })
  return (
    <>
      <QueryResult query={imports} loading="Loading past imports..." failure="Failed to load the past imports">
        {(list) =>
          list.length === 0 ? (
            <p>Nothing was imported yet.</p>
          ) : (
            <Table caption="Past imports" columns={columns} rows={list} rowKey={({ importID }) => importID} />
          )
        }
      </QueryResult>
      <ShowMore query={imports} what="imports" />
    </>
  )
}

const columns: readonly Column<ListedImport>[] = [
  whenColumn('Imported', ({ importedAt }) => importedAt, { phone: 'title' }),
  { header: 'By', cell: ({ importedBy }) => importedBy ?? 'Command', typed: true, phone: 'below' },
  countColumn('Niches', ({ niches }) => niches),
  countColumn('People', ({ people }) => people),
  {
    header: 'Undo',
    actions: true,
    phone: 'belowEnd',
    cell: (listed) =>
      listed.undoneAt ? (
        `Undone ${formatDateTime(listed.undoneAt)}`
      ) : (
        <DialogButton
          small
          variant="secondary"
          aria-label={`Undo the import of ${formatDateTime(listed.importedAt)}`}
          dialog={() => <UndoDialog listed={listed} />}
        >
          Undo
        </DialogButton>
      ),
  },
]

function UndoDialog({ listed }: { listed: ListedImport }) {
  const close = useCloseDialog()
  return (
    <CallDialog
      title="Undo this import?"
      confirm="Undo import"
      danger
      endpoint={registerApi.undo}
      input={{ body: { importID: listed.importID } }}
      done={(removed) => `Removed: ${countsText(removed)}.`}
      onSuccess={() => {
        close()
        void queryClient.invalidateQueries()
      }}
      onError={close}
      invalidates={[registerApi.imports]}
    >
      What it added is removed: {countsText(listed)}. If something of it was used since, nothing is removed.
    </CallDialog>
  )
}
