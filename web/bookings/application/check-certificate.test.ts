import { expect, test } from 'vitest'
import { canBeSmaller, checkCertificate, showSize } from './check-certificate.ts'

const MB = 1024 * 1024
const wrong = 'Invalid file type. Only PDF, PNG, JPG allowed.'

test.each([
  ['application/pdf', 5 * MB, undefined],
  ['image/png', 12_000, undefined],
  ['image/jpeg', 5 * MB + 1, 'File too large. Max 5MB.'],
  ['image/heic', 12_000, wrong],
  ['', 12_000, wrong],
  ['image/png', 0, wrong],
])('%s of %d bytes: %s', (type, size, said) => {
  expect(checkCertificate({ type, size })).toBe(said)
})

test('a photograph that is too large can be made smaller; a document cannot', () => {
  const large = new Uint8Array(5 * MB + 1)
  expect(canBeSmaller(new File([large], 'scan.jpg', { type: 'image/jpeg' }))).toBe(true)
  expect(canBeSmaller(new File([large], 'scan.pdf', { type: 'application/pdf' }))).toBe(false)
})

test('sizes are said as people say them', () => {
  expect([300, 12_400, 1_400_000].map(showSize)).toEqual(['1 kB', '12 kB', '1.4 MB'])
})
