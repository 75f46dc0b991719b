import { expect, test } from 'vitest'
import { describeCorrection, type EntryCells, findChanges, splitCorrection } from './correction.ts'

const recorded: EntryCells = {
  beneficiary_name: 'Tan Ah Kow',
  born: '1932',
  died: '',
  identity_number: 'S0000001A',
  relationship: 'Father',
  holder_name: 'Tan Mei Ling',
  holder_contact: '91234567',
  holder_email: '',
  deed: '',
  right_from: '',
  right_until: '',
}

test('a correction has the fields that differ, and an empty field removes what is recorded', () => {
  const sent = { beneficiary_name: 'Tan Ah Kow', born: '1933', relationship: '', died: undefined }
  expect(findChanges(recorded, sent)).toEqual({ born: '1933', relationship: '' })
})

test.each([
  [{ relationship: 'Mother', deed: 'D-1' }, ['relationship', 'deed'], []],
  [{ beneficiary_name: 'Tan', deed: 'D-1' }, ['deed'], ['beneficiary_name']],
  [
    { holder_name: 'Tan', holder_contact: '1', holder_email: '' },
    [],
    ['holder_name', 'holder_contact', 'holder_email'],
  ],
  [{ deed: 'D-1', right_from: '1991', right_until: '' }, ['deed'], ['right_from', 'right_until']],
  [{ born: '1933', died: '1996', identity_number: 'X' }, [], ['born', 'died', 'identity_number']],
])('of %j one person corrects %j, and two %j', (correction, byOne, byTwo) => {
  const split = splitCorrection(correction)
  expect([Object.keys(split.byOne), Object.keys(split.byTwo)]).toEqual([byOne, byTwo])
})

test('a correction is told with what was and what is recorded, without the identity number', () => {
  const words = describeCorrection(recorded, { died: '1996-05', holder_contact: '', identity_number: 'S0000002B' })
  expect(words).toBe(
    'Date of death: was not recorded, now 1996-05. Identity number: corrected. Telephone: was 91234567, now not recorded.',
  )
})
