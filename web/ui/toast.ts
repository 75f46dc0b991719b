import { useSyncExternalStore } from 'react'

type Kind = 'success' | 'error' | 'info' | 'warning'

let wanted = false
const listeners = new Set<() => void>()

/** The toasts' code is loaded when the first one is due; those raised before their place is there wait for it. */
async function show(kind: Kind, words: string) {
  wanted = true
  for (const listener of listeners) listener()
  const { toast } = await import('react-toastify/unstyled')
  toast[kind](words)
}

export const toast = {
  success: (words: string) => void show('success', words),
  error: (words: string) => void show('error', words),
  info: (words: string) => void show('info', words),
  warning: (words: string) => void show('warning', words),
}

export const useToastsWanted = () =>
  useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  )

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
