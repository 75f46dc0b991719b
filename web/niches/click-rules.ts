import type { MapNiche } from './screen-status.ts'

export type Click = 'select' | 'deselect' | 'nothing'

interface Situation {
  isStaff: boolean
  isSelected: boolean
  /** False before its block opens. */
  isOpen: boolean
}

/** The result of a click on a niche where one niche is chosen. */
export function clickAction({ status, capacity }: MapNiche, { isStaff, isSelected, isOpen }: Situation): Click {
  if (isSelected) return 'deselect'
  if (status === 'Available') return isOpen ? 'select' : 'nothing'
  /** Clerks select it to see who has a place there, and whether another person can have one. */
  return isStaff && capacity ? 'select' : 'nothing'
}
