import { expect, test } from 'vitest'
import type { Niche, NicheStatus } from '#contract/niches/niche.ts'
import { takenMessage } from './use-taken-notice.ts'

const nicheAt = (column: number, status: NicheStatus): Niche => ({
  nicheID: `${column}`,
  blockID: 'TH-1A',
  nicheCode: `TH-1A-0${column}-01`,
  nicheRow: 1,
  nicheColumn: column,
  status,
  price: '3800.00',
})

test.each<[NicheStatus, string]>([
  ['Pending', 'Someone has just taken niche TH-1A-01-01.'],
  ['Blocked', 'Niche TH-1A-01-01 is not available any more.'],
  ['Reserved', 'Niche TH-1A-01-01 is not available any more.'],
  ['Occupied', 'Niche TH-1A-01-01 is not available any more.'],
])('a family whose chosen niche becomes %s reads: %s', (status, sentence) => {
  const gone = nicheAt(1, status)
  expect(takenMessage(gone, [gone, nicheAt(2, 'Available')])).toBe(
    `${sentence} Please choose another: 2-1 close by is free.`,
  )
})
