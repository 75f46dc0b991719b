import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { bookingApi } from '#contract/bookings/api.ts'
import { pathTo } from '#contract/pages.ts'
import { useApiPages } from '#web/api/use-api.ts'

/** The tabs of the pending queue. */
export const pendingKinds = ['All', 'Current', 'PreOrder', 'Urn', 'Certificate'] as const
export type PendingKind = (typeof pendingKinds)[number]

export const parsePendingKind = (text: string | null): PendingKind =>
  pendingKinds.find((kind) => kind === text) ?? 'All'

export const pendingQuery = (kind: PendingKind) => (kind === 'All' ? {} : { kind })

export type Queue = NonNullable<ReturnType<typeof useQueue>>

/** The queue that the clerk came from, as it was when this booking was last in it. Undefined if they came another way. */
export function useQueue(bookingID: string) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const from: unknown = state?.from
  const [path, search = ''] = typeof from === 'string' ? from.split('?') : []
  const isFromQueue = path === pathTo('pendingApprovals')
  const kind = parsePendingKind(new URLSearchParams(search).get('kind'))
  const { data } = useApiPages(bookingApi.pending, { query: pendingQuery(kind) }, { enabled: isFromQueue })

  /** The booking is no longer in the list once it is decided on; its neighbours are still known from before. */
  const [seen, setSeen] = useState(data)
  const isListed = data?.pages.some(({ rows }) => rows.some((row) => row.bookingID === bookingID))
  if (data !== seen && isListed) setSeen(data)

  if (!isFromQueue || !seen) return undefined
  const rows = seen.pages.flatMap((page) => page.rows)
  const index = rows.findIndex((row) => row.bookingID === bookingID)
  if (index < 0) return undefined
  return {
    /** The place in the queue, from 1. */
    position: index + 1,
    total: rows.length,
    /** The server has more bookings than these. */
    isMore: seen.pages.at(-1)?.next !== undefined,
    previous: rows[index - 1]?.bookingID,
    next: rows[index + 1]?.bookingID,
    /** The list, with the filter that the clerk came from. */
    path: typeof from === 'string' ? from : path,
    open: (next: string) => navigate(pathTo('bookingApproval', { bookingID: next }), { state: { from } }),
  }
}
