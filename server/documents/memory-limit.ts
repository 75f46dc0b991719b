/** Memory that requests share. A request that does not fit waits; first come, first served. */
export interface MemoryLimit {
  /** Resolves with a function that releases the bytes; calling it twice has no further effect. */
  acquire: (bytes: number) => Promise<() => void>
  free: () => number
}

export function createByteBudget(total: number): MemoryLimit {
  let free = total
  const queue: { bytes: number; start: () => void }[] = []

  const startNext = () => {
    while (queue[0] && queue[0].bytes <= free) {
      const next = queue.shift()
      free -= next?.bytes ?? 0
      next?.start()
    }
  }

  return {
    free: () => free,
    acquire: async (wanted) => {
      const bytes = Math.min(wanted, total)
      await new Promise<void>((start) => {
        queue.push({ bytes, start })
        startNext()
      })
      let held = true
      return () => {
        if (held) free += bytes
        held = false
        startNext()
      }
    },
  }
}
