import { useEffect, useState } from 'react'
import { retryWhenConnected } from '#web/api/connection.ts'
import { loadChunk } from '#web/core/load-chunk.ts'
import { toastsWanted } from '#web/core/toasts-wanted.ts'

const loadOutlet = () => retryWhenConnected(() => loadChunk('ToastOutlet', () => import('#web/ui/ToastOutlet.tsx')))
type Outlet = Awaited<ReturnType<typeof loadOutlet>>

/** Loaded once the page may raise a toast, which until then waits in the library. The landing and login pages raise none. */
export function Toasts({ autoClose }: { autoClose: number }) {
  const [outlet, setOutlet] = useState<Outlet>()
  useEffect(() => {
    /** Without it the page works, only without toasts; `loadChunk` has logged the failure. */
    toastsWanted.promise.then(loadOutlet).then(setOutlet, () => undefined)
  }, [])
  return outlet && <outlet.ToastOutlet autoClose={autoClose} />
}
