import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { bookingApi } from '#contract/bookings/api.ts'
import type { ReplyData } from '#contract/endpoint.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi, useApiRows } from '#web/api/use-api.ts'
import { useFoldName } from '#web/bookings/use-fold-name.ts'
import { toast } from '#web/core/toast.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SearchBox } from '#web/ui/form/SearchBox.tsx'
import { Page } from '#web/ui/Page.tsx'
import { usePreference } from '#web/ui/preferences.ts'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { type Tab, Tabs } from '#web/ui/Tabs.tsx'
import { loadApprovalPage } from './approval-link.ts'
import { matchesSearch } from './booking-search.ts'
import styles from './PendingQueue.module.css'
import { PendingQueue } from './PendingQueue.tsx'
import { type PendingKind, parsePendingKind, pendingKinds, pendingQuery } from './use-queue.ts'

const labels: Record<PendingKind, string> = {
  All: 'All',
  Current: 'Current',
  PreOrder: 'PreOrder',
  Urn: 'Urn requests',
  Certificate: 'Certificates',
}

type Counts = ReplyData<typeof bookingApi.pendingCounts>

const countOf = (kind: PendingKind, counts: Counts | undefined) =>
  counts && (kind === 'All' ? Object.values(counts).reduce((sum, count) => sum + count) : counts[kind])

/** Bookings that wait for a decision, oldest first. The URL holds the type, so that a clerk returns to the same list. */
export function PendingApprovalsPage() {
  const [search, setSearch] = useSearchParams()
  const kind = parsePendingKind(search.get('kind'))
  const [typed, setTyped] = useState('')
  const fold = useFoldName(typed)
  const [isDetailed, changeDetail] = usePreference('detailed-queue')
  const counts = useApi(bookingApi.pendingCounts, {}, { what: 'counts of the queue', staleTime: 0 }).data
  const pending = useApiRows(bookingApi.pending, { query: pendingQuery(kind) })
  const failedAt = pending.isError && pending.errorUpdatedAt

  useEffect(() => {
    if (failedAt) toast.error('Failed to load pending approvals — please try again.')
  }, [failedAt])

  /** The page of a booking is loaded before, so that a row opens at once. */
  useEffect(loadApprovalPage, [])

  return (
    <Page
      title="Pending Approvals"
      actions={
        <div className={styles.tools}>
          <SearchBox
            label="Search this list"
            placeholder="Name, niche or booking ID"
            value={typed}
            onChange={setTyped}
          />
          <Button variant="quiet" small aria-pressed={isDetailed} onClick={changeDetail}>
            Details
          </Button>
        </div>
      }
    >
      <Tabs
        label="Kind of request"
        tabs={pendingKinds.map((id): Tab<PendingKind> => ({ id, label: labels[id], count: countOf(id, counts) }))}
        selected={kind}
        onSelect={(next) => setSearch(next === 'All' ? {} : { kind: next }, { replace: true })}
      >
        <QueryResult
          query={pending}
          loading="Loading pending approvals..."
          failure="The list could not be read just now."
        >
          {(rows) =>
            rows.length > 0 ? (
              <PendingQueue
                key={kind}
                query={pending}
                rows={rows.filter((row) => matchesSearch(row, typed, fold))}
                isDetailed={isDetailed}
              />
            ) : (
              <EmptyState
                words="No pending bookings found."
                hint="A booking comes here once its family has sent the form."
              >
                <ButtonLink variant="secondary" to={pathTo('counterBooking')}>
                  Book at the counter
                </ButtonLink>
              </EmptyState>
            )
          }
        </QueryResult>
      </Tabs>
    </Page>
  )
}
