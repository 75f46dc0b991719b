import { expect, test } from 'vitest'
import { tabIn } from './booking-search.ts'

test('tabIn returns the current bookings for a missing or unknown tab', () => {
  expect([tabIn(null), tabIn('nonsense'), tabIn('archived')]).toEqual(['current', 'current', 'archived'])
})
