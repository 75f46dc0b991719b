import { useState } from 'react'
import { type AuditEntry, auditApi } from '#contract/audit/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { useApi } from '#web/api/use-api.ts'
import { toast } from '#web/core/toast.ts'
import type { Filter } from './AuditFilter.tsx'

interface OlderEntries {
  filter: Filter
  entries: AuditEntry[]
  next: string | null
}

/** The newest entries, kept up to date, and the older pages loaded since the filter was set. */
export function useAuditLog(filter: Filter) {
  const query = useApi(auditApi.list, { query: queryOf(filter) }, { keepPrevious: true })
  const [asked, setAsked] = useState<OlderEntries>()
  const [isBusy, setBusy] = useState(false)
  const older = asked?.filter === filter ? asked : undefined
  const next = older ? older.next : (query.data?.next ?? null)

  const loadMore = async () => {
    setBusy(true)
    try {
      const page = await callApi(auditApi.list, { query: { ...queryOf(filter), cursor: next } })
      setAsked({ filter, entries: [...(older?.entries ?? []), ...page.entries], next: page.next })
    } catch (error) {
      toast.error(toErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    query,
    entries: mergePages(query.data?.entries ?? [], older?.entries ?? []),
    isMore: next !== null,
    more: loadMore,
    isBusy,
  }
}

const queryOf = (filter: Filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

/** New entries push others off the first page, so the lists overlap; none is shown twice. */
const mergePages = (newest: AuditEntry[], older: AuditEntry[]) => {
  const last = newest.at(-1)?.id ?? Number.POSITIVE_INFINITY
  return [...newest, ...older.filter(({ id }) => id < last)]
}
