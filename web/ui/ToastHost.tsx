import { type ComponentType, useEffect, useState } from 'react'
import { useToastsWanted } from './toast.ts'

/** Nothing at all until something is to be said. Without a connection the place for it may not come: the next toast asks again, and the page stands. */
export function ToastHost({ autoClose }: { autoClose: number }) {
  const wanted = useToastsWanted()
  const [Place, setPlace] = useState<ComponentType<{ autoClose: number }>>()

  useEffect(() => {
    if (wanted === 0 || Place) return
    import('./ToastPlace.tsx').then(
      ({ ToastPlace }) => setPlace(() => ToastPlace),
      (error: unknown) => console.error('The place for toasts did not come', error),
    )
  }, [wanted, Place])

  return Place && <Place autoClose={autoClose} />
}
