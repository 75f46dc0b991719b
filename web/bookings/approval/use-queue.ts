import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { bookingApi } from '#contract/bookings/api.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi } from '#web/api/use-api.ts'
import { parsePendingKind, pendingQuery } from '#web/bookings/staff-lists/pending-kinds.ts'

export interface Queue {
  /** From 1. */
  position: number
  total: number
  previous: string | undefined
  next: string | undefined
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
  const { data } = useApi(bookingApi.pending, { query: pendingQuery(kind) }, { enabled: isFromQueue })

  /** Once it is decided on, the booking is no longer in the list; its neighbours are still known from before. */
  const [list, setList] = useState(data)
  if (data !== list && data?.some((row) => row.bookingID === bookingID)) setList(data)

  const index = list?.findIndex((row) => row.bookingID === bookingID) ?? -1
  if (!list || index < 0) return undefined
  return {
    position: index + 1,
    total: list.length,
    previous: list[index - 1]?.bookingID,
    next: list[index + 1]?.bookingID,
    open: (next) => navigate(pathTo('bookingApproval', { bookingID: next }), { state: { from } }),
  }
}
