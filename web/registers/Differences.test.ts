import { expect, test } from 'vitest'
import { cellKey, registerApi } from '#contract/registers/api.ts'
import { toCorrection } from './Differences.tsx'

const seen = { bookingID: 'B-0123456789', column: 'beneficiary_name' as const, known: 'another value' }
const first = { ...seen, value: 'Tan Ah Kow' }

test('two values for the same cell of a booking are chosen apart from each other', () => {
  expect(cellKey({ ...seen, value: 'Lim Bee' })).not.toBe(cellKey(first))
})

test('a correction is sent with each cell as it was shown, and with the answers of the check', () => {
  const answers = { notRecorded: ['people born Born is not a date.'], furtherPeople: true }
  const draftID = '11111111-1111-4111-8111-111111111111'
  const sent = { draftID, reason: 'The book was read again', ...toCorrection(answers, [{ ...first, row: 2 }]) }
  expect(registerApi.correct.body?.parse(sent)).toEqual({
    ...{ draftID, reason: 'The book was read again', ...answers, furtherPeople: 'yes' },
    cells: [first],
  })
})
