import { expect, test } from 'vitest'
import { canBeSmaller, checkCertificate, showSize } from './certificate-file.ts'

const MB = 1024 * 1024
const wrongType = 'Invalid file type. Only PDF, PNG, JPG allowed.'

test.each([
  ['application/pdf', 5 * MB, undefined],
  ['image/png', 12_000, undefined],
  ['image/jpeg', 5 * MB + 1, 'File too large. Max 5MB.'],
  ['image/heic', 12_000, wrongType],
  ['', 12_000, wrongType],
  ['image/png', 0, wrongType],
])('checkCertificate of type %j with %d bytes returns %j', (type, size, message) => {
  expect(checkCertificate({ type, size })).toBe(message)
})

test('a photograph that is too large can be made smaller, a PDF cannot', () => {
  const large = new Uint8Array(5 * MB + 1)
  expect(canBeSmaller(new File([large], 'scan.jpg', { type: 'image/jpeg' }))).toBe(true)
  expect(canBeSmaller(new File([large], 'scan.pdf', { type: 'application/pdf' }))).toBe(false)
})

test('showSize rounds to kB, or to MB with one decimal', () => {
  expect([300, 12_400, 1_400_000].map(showSize)).toEqual(['1 kB', '12 kB', '1.4 MB'])
})
