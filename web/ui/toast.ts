import { type ComponentType, useSyncExternalStore } from 'react'
import { loadChunk } from '#web/load-chunk.ts'

type Kind = 'success' | 'error' | 'info' | 'warning'

interface Toasts {
  /** The library's container, once its code has loaded. */
  Place: ComponentType<{ autoClose: number }> | undefined
  /** Messages shown without the library, because its code did not load. */
  plain: readonly { id: number; words: string }[]
}

let toasts: Toasts = { Place: undefined, plain: [] }
let lastID = 0
const listeners = new Set<() => void>()

/** The library is loaded for the first toast. It queues messages until its container is on the page. */
async function show(kind: Kind, words: string) {
  const library = await loadChunk('ToastOutlet', () => import('./ToastOutlet.tsx')).catch(() => undefined)
  if (!library) {
    lastID += 1
    return change({ ...toasts, plain: [...toasts.plain, { id: lastID, words }] })
  }
  if (!toasts.Place) change({ ...toasts, Place: library.ToastOutlet })
  library.toast[kind](words)
}

export const toast = {
  success: (words: string) => void show('success', words),
  error: (words: string) => void show('error', words),
  info: (words: string) => void show('info', words),
  warning: (words: string) => void show('warning', words),
}

export const forgetPlainToast = (id: number) =>
  change({ ...toasts, plain: toasts.plain.filter((each) => each.id !== id) })

export const useToasts = (): Toasts =>
  useSyncExternalStore(
    subscribe,
    () => toasts,
    () => toasts,
  )

function change(next: Toasts) {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
