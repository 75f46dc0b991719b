import { expect, test } from 'vitest'
import type { Niche, NicheStatus } from '#contract/niches/niche.ts'
import { findNicheByText, nearestFree } from './find-niche.ts'

const nicheAt = (nicheColumn: number, nicheRow: number, status: NicheStatus = 'Available'): Niche => {
  const nicheCode = `TH-1A-0${nicheColumn}-0${nicheRow}`
  return { nicheID: nicheCode, blockID: 'TH-1A', nicheCode, nicheRow, nicheColumn, status, price: '3800.00' }
}
const wall = [1, 2, 3].flatMap((row) => [1, 2, 3].map((column) => nicheAt(column, row)))

test('findNicheByText finds a niche by its place label or by its code in any case, with or without hyphens', () => {
  for (const typed of ['3-2', 'th-1a-03-02', 'TH-1A-03-02', 'th1a0302'])
    expect(findNicheByText(wall, typed)?.nicheCode).toBe('TH-1A-03-02')
  for (const typed of ['9-9', '-']) expect(findNicheByText(wall, typed)).toBeUndefined()
})

test('findNicheByText finds a half behind a shared door by its place label', () => {
  const halves = ['a', 'b'].map((half) => ({ ...nicheAt(3, 5), nicheCode: `TH-1A-03-05-${half}`, nicheID: half, half }))
  expect(findNicheByText(halves, '3-5b')?.nicheID).toBe('b')
  expect(findNicheByText(halves, '3-5B')?.nicheID).toBe('b')
})

test('findNicheByText finds a niche in a house with codes of its own by its code, and not by its place label', () => {
  const own = wall.map((niche) => ({ ...niche, nicheCode: `E${niche.nicheRow}${niche.nicheColumn}` }))
  expect(findNicheByText(own, 'e31')?.nicheCode).toBe('E31')
  expect(findNicheByText(own, '3-1')).toBeUndefined()
})

test('nearestFree returns the nearest available niche, skipping those that are taken', () => {
  expect(
    nearestFree([nicheAt(1, 1, 'Pending'), nicheAt(2, 1, 'Occupied'), nicheAt(3, 1)], nicheAt(1, 1))?.nicheColumn,
  ).toBe(3)
})
