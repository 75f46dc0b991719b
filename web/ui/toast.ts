import { useSyncExternalStore } from 'react'

type Kind = 'success' | 'error' | 'info' | 'warning'

let wanted = 0
const listeners = new Set<() => void>()

/** The toasts' code is loaded when the first one is due; those raised before their place is there wait for it. */
async function show(kind: Kind, words: string) {
  wanted += 1
  for (const listener of listeners) listener()
  try {
    const { toast } = await import('react-toastify/unstyled')
    toast[kind](words)
  } catch (error) {
    console.error('A toast could not be shown', words, error)
  }
}

export const toast = {
  success: (words: string) => void show('success', words),
  error: (words: string) => void show('error', words),
  info: (words: string) => void show('info', words),
  warning: (words: string) => void show('warning', words),
}

/** How many were asked for so far. */
export const useToastsWanted = () =>
  useSyncExternalStore(
    subscribe,
    () => wanted,
    () => 0,
  )

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
