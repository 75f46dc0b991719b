import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { bookingApi } from '#contract/bookings/api.ts'
import { useApiPages } from '#web/api/use-api.ts'
import { loadApprovalPage } from '#web/bookings/staff-lists/approval-link.ts'
import { PendingQueue } from '#web/bookings/staff-lists/PendingQueue.tsx'
import {
  type PendingKind,
  parsePendingKind,
  pendingKinds,
  pendingQuery,
} from '#web/bookings/staff-lists/pending-kinds.ts'
import { toast } from '#web/core/toast.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { type Tab, Tabs } from '#web/ui/Tabs.tsx'

const labels: Record<PendingKind, string> = {
  All: 'All',
  Current: 'Current',
  PreOrder: 'PreOrder',
  Urn: 'Urn requests',
  Certificate: 'Waiting for certificates',
}
const kindTabs: readonly Tab<PendingKind>[] = pendingKinds.map((id) => ({ id, label: labels[id] }))

/** Bookings that wait for a decision, oldest first. The URL holds the type, so that a clerk returns to the same list. */
export function PendingApprovalsPage() {
  const [search, setSearch] = useSearchParams()
  const kind = parsePendingKind(search.get('kind'))
  const pending = useApiPages(bookingApi.pending, { query: pendingQuery(kind) })
  const failedAt = pending.isError && pending.errorUpdatedAt

  useEffect(() => {
    if (failedAt) toast.error('Failed to load pending approvals — please try again.')
  }, [failedAt])

  /** So that a row opens at once. */
  useEffect(loadApprovalPage, [])

  return (
    <Page title="Pending Approvals" intro="Those who have waited longest come first.">
      <Tabs
        label="Kind of request"
        tabs={kindTabs}
        selected={kind}
        onSelect={(next) => setSearch(next === 'All' ? {} : { kind: next }, { replace: true })}
      >
        <QueryResult
          query={pending}
          loading="Loading pending approvals..."
          failure="The list could not be read just now."
        >
          {({ pages }) => {
            const rows = pages.flatMap((page) => page.rows)
            if (rows.length === 0) return <EmptyState words="No pending bookings found." />
            return (
              <PendingQueue
                key={kind}
                rows={rows}
                isMore={pending.hasNextPage}
                isBusy={pending.isFetchingNextPage}
                hasFailed={pending.isError}
                onMore={() => pending.fetchNextPage()}
              />
            )
          }}
        </QueryResult>
      </Tabs>
    </Page>
  )
}
