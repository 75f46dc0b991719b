import { useEffect, useState } from 'react'
import { retryWhenConnected } from '#web/api/connection.ts'
import { loadChunk } from '#web/core/load-chunk.ts'

const loadOutlet = () => retryWhenConnected(() => loadChunk('ToastOutlet', () => import('#web/ui/ToastOutlet.tsx')))
type Outlet = Awaited<ReturnType<typeof loadOutlet>>

/** Loaded once the page is shown: a toast that is raised before that waits in the library. */
export function Toasts({ autoClose }: { autoClose: number }) {
  const [outlet, setOutlet] = useState<Outlet>()
  useEffect(() => {
    /** Without it the page works, only without toasts; `loadChunk` has logged the failure. */
    loadOutlet().then(setOutlet, () => undefined)
  }, [])
  return outlet && <outlet.ToastOutlet autoClose={autoClose} />
}
