import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { AuditEntry } from '#contract/audit/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { AuditFilter, readFilter, writeFilter } from './AuditFilter.tsx'
import { actionLabel, formatDetails } from './entry-labels.ts'
import { useAuditLog } from './use-audit-log.ts'

export function AuditLogPage() {
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => readFilter(search), [search])
  const { query, entries, isMore, more, isBusy } = useAuditLog(filter)
  return (
    <Page title="Audit Log" breadcrumb={false} intro="Who did what, and when. Entries cannot be changed.">
      <AuditFilter filter={filter} onChange={(next) => setSearch(writeFilter(next), { replace: true })} />
      <QueryResult query={query} loading="Loading the audit log..." failure="Failed to load the audit log.">
        {() =>
          entries.length === 0 ? (
            <EmptyState words="No entries match." />
          ) : (
            <>
              <Table caption="Entries, newest first" rows={entries} rowKey={({ id }) => String(id)} columns={columns} />
              {isMore && (
                <Button variant="secondary" busy={isBusy} onClick={more}>
                  Show older entries
                </Button>
              )}
            </>
          )
        }
      </QueryResult>
    </Page>
  )
}

const columns: readonly Column<AuditEntry>[] = [
  { header: 'When', cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time> },
  { header: 'Who', cell: ({ actorName }) => actorName, typed: true },
  { header: 'What', cell: ({ action }) => actionLabel(action) },
  { header: 'On', cell: ({ about }) => about, typed: true },
  { header: 'Details', cell: ({ details }) => formatDetails(details), typed: true },
]
