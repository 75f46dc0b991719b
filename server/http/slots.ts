/** Runs the work when a slot is free, in order of arrival. */
export type InSlot = <T>(work: () => Promise<T>) => Promise<T>

export function createSlots(count: number): InSlot {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= count) await new Promise<void>((begin) => waiting.push(begin))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/**
 * Parsing and serialising a thousand rows holds the event loop for some milliseconds, so calls of a long list take turns.
 * Others are answered in between, and a crowd that opens one list does not take every connection to the database.
 */
export const longListSlots = () => createSlots(2)
