import { expect, test } from 'vitest'
import { findCurrent } from './placement-now.ts'

const at = (appointmentID: string, hour: number, more: object = {}) => ({
  appointmentID,
  status: 'confirmed' as const,
  urn: null,
  startsAt: `2026-11-23T${String(hour).padStart(2, '0')}:00:00.000Z`,
  endsAt: `2026-11-23T${String(hour + 1).padStart(2, '0')}:00:00.000Z`,
  ...more,
})
const now = new Date('2026-11-23T02:40:00Z')
const placed = { tag: 'U-22222222', place: 'niche' as const, where: '' }

test.each([
  ['the one whose time it is', [at('early', 1), at('now', 2), at('next', 3)], 'now'],
  [
    'the next within half an hour, if nothing is left of this hour',
    [at('now', 2, { status: 'done' }), at('next', 3)],
    'next',
  ],
  ['a family that is here, before the others', [at('here', 1, { status: 'arrived' }), at('now', 2)], 'here'],
  ['not one whose urn is in its niche', [at('here', 1, { status: 'arrived', urn: placed }), at('later', 5)], undefined],
  ['none that only proposed its time', [at('asked', 2, { status: 'requested' })], undefined],
] as const)('the current appointment of a day is %s', (_, rows, expected) => {
  expect(findCurrent(rows, now)).toBe(expected)
})
