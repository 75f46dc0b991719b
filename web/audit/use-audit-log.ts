import { useState } from 'react'
import { type AuditEntry, auditApi } from '#contract/audit/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { useApi } from '#web/api/use-api.ts'
import { toast } from '#web/core/toast.tsx'

const filterNames = ['person', 'action', 'niche', 'booking', 'from', 'to']

interface OlderEntries {
  search: URLSearchParams
  /** Begins with the first page of that moment, because new entries push others off it. */
  entries: AuditEntry[]
  next: string | null
}

/** The newest entries, kept up to date, and the older pages loaded since the filter was set, while no entry between them is missing. */
export function useAuditLog(search: URLSearchParams) {
  const filter = Object.fromEntries([...search].filter(([name, value]) => filterNames.includes(name) && value !== ''))
  const query = useApi(auditApi.list, { query: filter }, { keepPrevious: true })
  const [asked, setAsked] = useState<OlderEntries>()
  const [isBusy, setBusy] = useState(false)
  const newest = query.data?.entries ?? []
  const all = asked?.search === search ? mergePages(newest, asked.entries) : undefined
  const entries = all ?? newest
  const next = (all ? asked?.next : query.data?.next) ?? null

  const loadMore = async () => {
    setBusy(true)
    try {
      const page = await callApi(auditApi.list, { query: { ...filter, cursor: next } })
      setAsked({ search, entries: [...entries, ...page.entries], next: page.next })
    } catch (error) {
      toast.error(toErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    query,
    entries,
    isMore: next !== null,
    more: loadMore,
    /** Until they have loaded, what is shown belongs to the last filter. */
    isBusy: isBusy || query.isPlaceholderData,
  }
}

/** Undefined if more has happened than a page holds: entries between the lists would then be missing. */
export function mergePages<Entry extends Pick<AuditEntry, 'id'>>(
  newest: readonly Entry[],
  older: readonly Entry[],
): Entry[] | undefined {
  const last = newest.at(-1)?.id ?? Number.POSITIVE_INFINITY
  const begin = older[0]?.id ?? Number.POSITIVE_INFINITY
  /** New entries push others off the first page, so the lists overlap; none is shown twice. */
  return last > begin ? undefined : [...newest, ...older.filter(({ id }) => id < last)]
}
