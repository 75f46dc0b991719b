import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { searchPathOf } from '#contract/bookings/search-path.ts'
import { toast } from '#web/core/toast.ts'

/** Long enough to read the success message. */
const pause = 1500

/** After a decision, returns to the list that the clerk came from, with its filters; otherwise to the family's bookings. */
export function useReturnToList(contactNumber: string) {
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
