/** Whoever wants to be told that something has changed, or happened. */
export function createListeners<Told = void>() {
  const listeners = new Set<(told: Told) => void>()
  return {
    /** Returns the function that ends it. */
    subscribe: (listener: (told: Told) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** A copy, because a listener may add another. */
    notify: (told: Told) => {
      for (const listener of [...listeners]) listener(told)
    },
  }
}
