import { expect, test } from 'vitest'
import { codeOfID, idsWithCode, paperCode } from './paper-code.ts'

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

test('the code of an ID has sixteen characters in groups of four, and leads back to its ID', () => {
  const code = codeOfID(id)
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  const [first, last] = idsWithCode(paperCode.parse(code))
  expect(first).toBe('3f2504e0-4f89-41d3-9a0c-000000000000')
  expect(last).toBe('3f2504e0-4f89-41d3-9a0c-ffffffffffff')
})

test('an ID that begins with zeros keeps them', () => {
  const [first] = idsWithCode(paperCode.parse(codeOfID('00000000-0f89-41d3-9a0c-0305e82c3301')))
  expect(first).toBe('00000000-0f89-41d3-9a0c-000000000000')
})

test.each([
  ['in small letters without hyphens', '7k2m9qx4tr5w0a1b'],
  ['with spaces', ' 7K2M 9QX4 TR5W 0A1B '],
  ['with O for 0 and I or L for 1', '7K2M-9QX4-TR5W-OALB'],
])('a code typed %s is read', (_, typed) => {
  expect(paperCode.parse(typed)).toBe('7K2M-9QX4-TR5W-0A1B')
})

test.each(['', '7K2M-9QX4-TR5W-0A1', '7K2M-9QX4-TR5W-0A1BC', '7K2M-9QX4-TR5W-0A1U'])(
  '%j is not the code of a paper',
  (typed) => {
    expect(paperCode.safeParse(typed).success).toBe(false)
  },
)
