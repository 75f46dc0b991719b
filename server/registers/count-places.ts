import type { StoredNiche, StoredPerson } from './queries.ts'
import { isUnnamed } from './register-rows.ts'

export type PlaceCount = ReturnType<typeof createPlaceCount>

/** Counts whom the file adds to each niche, so that a row without a place is a problem and no failure of the database. */
export function createPlaceCount() {
  const added = new Map<string, { here: number; later: number }>()
  return {
    /** Takes a place beside those who are stored. False if there is none left. */
    take({ nicheID, capacity }: StoredNiche, stored: StoredPerson[], isForLater: boolean): boolean {
      const { here, later } = added.get(nicheID) ?? { here: 0, later: 0 }
      const now = isForLater ? { here, later: later + 1 } : { here: here + 1, later }
      const unnamed = stored.filter(isUnnamed).length
      /** A booking without a name becomes that of the first who rests there. */
      const taken = stored.length - unnamed + Math.max(unnamed, now.here) + now.later
      if (taken > capacity) return false
      added.set(nicheID, now)
      return true
    },
  }
}
