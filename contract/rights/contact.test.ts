import { expect, test } from 'vitest'
import { ContactForm, mustAcceptAgain, placeAmong } from './contact.ts'

const accepted = { kind: 'successor', name: 'Tan Ah Lian', email: 'lian@test.example' } as const

test.each([
  ['nothing', {}, false],
  ['the name', { name: 'Tan Ah Lien' }, true],
  ['the email address', { email: '' }, true],
  ['what they are for', { kind: 'ashes' }, true],
] as const)('a contact of whom %s changes must accept again: %j is %s', (_what, change, expected) => {
  expect(mustAcceptAgain(accepted, { ...accepted, ...change })).toBe(expected)
})

test.each([
  ['', ['a', 'b', 'new']],
  ['1', ['new', 'a', 'b']],
  ['2', ['a', 'new', 'b']],
  ['3', ['a', 'b', 'new']],
  ['99', ['a', 'b', 'new']],
])('a successor with the place %j stands among two others so: %j', (place, expected) => {
  expect(placeAmong(['a', 'b'], 'new', place)).toEqual(expected)
})

test('the email address of a contact may be left out, and is otherwise checked and stored in small letters', () => {
  const form = { kind: 'notices', name: 'Tan Ah Lian', address: '1 Hill Street' }
  expect(ContactForm.parse(form).email).toBe('')
  expect(ContactForm.parse({ ...form, email: ' Lian@Test.Example ' }).email).toBe('lian@test.example')
  expect(ContactForm.safeParse({ ...form, email: 'lian' }).error?.issues).toMatchObject([
    { path: ['email'], message: 'Invalid email' },
  ])
})
