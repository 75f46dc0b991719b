import { expect, test } from 'vitest'
import { normaliseInput } from './normalise-input.ts'

test.each([
  ['mobileNumber', '+65 9123 4567', '91234567'],
  ['mobileNumber', '9123-4567', '91234567'],
  ['mobileNumber', '9123 45678', '912345678'],
  ['nationalID', 's1234567a', 'S1234567A'],
  ['nationalID', 'S1234567AB', 'S1234567AB'],
  ['beneficiaryNationalID', 'k 88-1', 'K 88-1'],
  ['email', ' mei@example.com ', 'mei@example.com'],
  ['unitNumber', '#05-118', '05-118'],
  ['beneficiaryPostalCode', 'S 168 732', '168732'],
  ['postalCode', '1687321', '1687321'],
  ['address', ' 12 Road', ' 12 Road'],
] as const)('field %s turns the input %j into %j', (field, typed, kept) => {
  expect(normaliseInput(field, typed)).toBe(kept)
})
