import type { StoredNiche, StoredPerson } from './queries.ts'
import { isUnnamed } from './register-rows.ts'

export type PlaceCount = ReturnType<typeof createPlaceCount>

/** Counts whom the file adds to each niche, so that a row without a place is a problem and no failure of the database. */
export function createPlaceCount() {
  const added = new Map<string, { here: number; others: number }>()
  return {
    /** Takes a place beside those who are stored. False if there is none left. */
    take({ nicheID, capacity }: StoredNiche, stored: StoredPerson[], isHere: boolean): boolean {
      const { here, others } = added.get(nicheID) ?? { here: 0, others: 0 }
      const now = isHere ? { here: here + 1, others } : { here, others: others + 1 }
      const unnamed = stored.filter(isUnnamed).length
      /** Bookings without a name become those of the first who rest there. */
      const taken = stored.length - unnamed + Math.max(unnamed, now.here) + now.others
      if (taken > capacity) return false
      added.set(nicheID, now)
      return true
    },
  }
}
