import type { Role } from '#contract/roles.ts'
import type { MapNiche } from './screen-status.ts'

export type Click = 'select' | 'deselect' | 'override' | 'nothing'

/** What a click on a niche does for each role. Before its block opens, only admins may act. */
export function clickAction(
  { nicheID, status, capacity }: MapNiche,
  role: Role,
  selectedID: string | undefined,
  isOpen = true,
): Click {
  if (role === 'admin') return 'override'
  if (nicheID === selectedID) return 'deselect'
  if (status === 'Available') return isOpen ? 'select' : 'nothing'
  /** At the counter: who has a place there, and whether another person can have one. */
  return role === 'staff' && capacity ? 'select' : 'nothing'
}
