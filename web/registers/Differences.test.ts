import { expect, test } from 'vitest'
import { cellKey } from '#contract/registers/api.ts'

const seen = { bookingID: 'B-0123456789', column: 'beneficiary_name' as const, known: 'another value' }
const first = { ...seen, value: 'Tan Ah Kow' }

test('two values for the same cell of a booking are chosen apart from each other', () => {
  expect(cellKey({ ...seen, value: 'Lim Bee' })).not.toBe(cellKey(first))
})
