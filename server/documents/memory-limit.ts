/** Memory that requests share: whoever does not fit waits in line, first come first served. */
export interface MemoryLimit {
  /** Resolves with how to give the bytes back; giving them back twice counts once. */
  acquire: (bytes: number) => Promise<() => void>
  free: () => number
}

export function createByteBudget(total: number): MemoryLimit {
  let free = total
  const line: { bytes: number; enter: () => void }[] = []

  const admit = () => {
    while (line[0] && line[0].bytes <= free) {
      const next = line.shift()
      free -= next?.bytes ?? 0
      next?.enter()
    }
  }

  return {
    free: () => free,
    acquire: async (wanted) => {
      const bytes = Math.min(wanted, total)
      await new Promise<void>((enter) => {
        line.push({ bytes, enter })
        admit()
      })
      let held = true
      return () => {
        if (held) free += bytes
        held = false
        admit()
      }
    },
  }
}
