import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { bookingApi } from '#contract/bookings/api.ts'
import { pathTo } from '#contract/pages.ts'
import { useApiPages } from '#web/api/use-api.ts'
import { parsePendingKind, pendingQuery } from './pending-kinds.ts'

export interface Queue {
  /** From 1. */
  position: number
  total: number
  /** The server has more bookings than these. */
  isMore: boolean
  previous: string | undefined
  next: string | undefined
  /** The list, with the filter that the clerk came from. */
  path: string
  open: (bookingID: string) => void
}

/** The queue that the clerk came from, as it was when this booking was last in it. Undefined if they came another way. */
export function useQueue(bookingID: string): Queue | undefined {
  const navigate = useNavigate()
  const { state } = useLocation()
  const from: unknown = state?.from
  const [path, search = ''] = typeof from === 'string' ? from.split('?') : []
  const isFromQueue = path === pathTo('pendingApprovals')
  const kind = parsePendingKind(new URLSearchParams(search).get('kind'))
  const { data } = useApiPages(bookingApi.pending, { query: pendingQuery(kind) }, { enabled: isFromQueue })

  /** Once it is decided on, the booking is no longer in the list; its neighbours are still known from before. */
  const [seen, setSeen] = useState(data)
  const isListed = data?.pages.some(({ rows }) => rows.some((row) => row.bookingID === bookingID))
  if (data !== seen && isListed) setSeen(data)

  if (!isFromQueue || !seen) return undefined
  const rows = seen.pages.flatMap((page) => page.rows)
  const index = rows.findIndex((row) => row.bookingID === bookingID)
  if (index < 0) return undefined
  return {
    position: index + 1,
    total: rows.length,
    isMore: seen.pages.at(-1)?.next !== undefined,
    previous: rows[index - 1]?.bookingID,
    next: rows[index + 1]?.bookingID,
    path: typeof from === 'string' ? from : path,
    open: (next) => navigate(pathTo('bookingApproval', { bookingID: next }), { state: { from } }),
  }
}
