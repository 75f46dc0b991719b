import { lazy, Suspense } from 'react'
import { useToastsWanted } from './toast.ts'

const ToastPlace = lazy(async () => ({ default: (await import('./ToastPlace.tsx')).ToastPlace }))

/** Nothing at all until something is to be said. */
export function ToastHost({ autoClose }: { autoClose: number }) {
  if (!useToastsWanted()) return null
  return (
    <Suspense>
      <ToastPlace autoClose={autoClose} />
    </Suspense>
  )
}
