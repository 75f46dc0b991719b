import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { codeAt, matchingStep, newSecret, otpauthUrl, stepAt } from './totp.ts'

/** The test vectors of RFC 6238, shortened to their last six digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at Unix second %i is %s', (seconds, code) => {
  const now = new Date(seconds * 1000)
  expect(codeAt(secret, stepAt(now))).toBe(code)
  expect(matchingStep(secret, code, now)).toBe(stepAt(now))
})

test('a code matches one step early and one step late, and its own step is returned', () => {
  const now = new Date(1_111_111_111_000)
  const step = stepAt(now)
  const steps = [-2, -1, 0, 1, 2].map((drift) => matchingStep(secret, codeAt(secret, step + drift), now))
  expect(steps).toEqual([undefined, step - 1, step, step + 1, undefined])
})

test.each(['', '12345', '1234567', 'abcdef', '28708２'])('the malformed code %j matches no step', (code) => {
  expect(matchingStep(secret, code, new Date(59_000))).toBeUndefined()
})

test('a code with a space in the middle, as apps show it, matches', () => {
  expect(matchingStep(secret, '287 082', new Date(59_000))).toBe(1)
})

test('a new secret has 160 bits, and its otpauth URL contains the secret and the issuer', () => {
  const made = newSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  const url = new URL(otpauthUrl(made, 'goh@test.example'))
  expect([url.protocol, url.searchParams.get('secret'), url.searchParams.get('issuer')]).toEqual([
    'otpauth:',
    made,
    'Columba',
  ])
})

test('oathtool computes the same codes', () => {
  const made = newSecret()
  const at = '2026-11-21 10:15:07 UTC'
  const theirs = execFileSync('oathtool', ['--totp', '--base32', '--now', at, made], { encoding: 'utf8' }).trim()
  expect(codeAt(made, stepAt(new Date(at)))).toBe(theirs)
})
