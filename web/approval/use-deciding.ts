import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { searchPathOf } from '#contract/bookings/search-path.ts'
import { toast } from '#web/core/toast.tsx'
import type { Queue } from './use-queue.ts'

/** The part of a decision's input that says on which version of the booking it was made. */
interface Decided {
  body: { version?: number | undefined }
}

/** The props of the buttons that decide on a booking. */
export interface DecidingProps {
  booking: ApprovalDetail
  /** A decision was made here, and the clerk is about to be led back. */
  isLeaving: boolean
  /** The clerk works through the queue, and there is a booking after this one. */
  hasNext: boolean
  /** If `opensNext` is true, the next booking of the queue is opened instead of the list. */
  onDone: (decided: Decided, opensNext?: boolean) => void
  onConflict: (sentence: string) => void
}

interface DecidingOptions extends Pick<DecidingProps, 'booking' | 'onConflict'> {
  queue: Queue | undefined
  /** A decision of this clerk on this version was accepted. */
  onMoved: (version: number) => void
}

/** The props of every button that decides: after a decision, the next booking or the list is opened. */
export function useDeciding({ booking, queue, onMoved, onConflict }: DecidingOptions): DecidingProps {
  const { leave, isLeaving, isShown } = useReturnToList(booking.contactNumber)
  /** The version that was sent, because the page may have reloaded the booking meanwhile. */
  const finish: DecidingProps['onDone'] = ({ body: { version = booking.version } }, opensNext = false) => {
    onMoved(version)
    if (!isShown.current) return
    if (opensNext && queue?.next) queue.open(queue.next)
    else leave()
  }
  return { booking, isLeaving, hasNext: queue?.next !== undefined, onDone: finish, onConflict }
}

/** The pause is long enough to read the success message. */
const pause = 1500

/** After a decision, returns to the list that the clerk came from, with its filters; otherwise to the family's bookings. */
function useReturnToList(contactNumber: string) {
  const navigate = useNavigate()
  const from: unknown = useLocation().state?.from
  const [isLeaving, setLeaving] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The answer to a decision may arrive when the clerk reads another booking already. */
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      clearTimeout(timer.current)
    }
  }, [])

  const leave = () => {
    const path = typeof from === 'string' ? from : contactNumber && searchPathOf(contactNumber)
    if (!path) return toast.error('Missing contact number — cannot redirect.')
    setLeaving(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => navigate(path, { replace: true }), pause)
  }
  return { leave, isLeaving, isShown }
}
