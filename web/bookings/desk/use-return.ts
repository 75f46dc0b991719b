import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { searchPathOf } from '#web/bookings/queue/search-number.ts'
import { toast } from '#web/ui/toast.ts'

/** Long enough to read that it went well. */
const pause = 1500

/** Leads a clerk who has decided back to the list they came from, as they left it; else to the family's bookings. */
export function useReturn(contactNumber: string) {
  const navigate = useNavigate()
  const from: unknown = useLocation().state?.from
  const [to, setTo] = useState<string>()

  useEffect(() => {
    if (!to) return
    const timer = setTimeout(() => navigate(to, { replace: true }), pause)
    return () => clearTimeout(timer)
  }, [to, navigate])

  const leave = () => {
    const path = typeof from === 'string' ? from : searchPathOf(contactNumber)
    if (path) setTo(path)
    else toast.error('Missing contact number — cannot redirect.')
  }
  return { leave, isLeaving: to !== undefined }
}
