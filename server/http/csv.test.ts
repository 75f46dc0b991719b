import { expect, test } from 'vitest'
import { streamCsv } from './csv.ts'

const text = async (rows: string[][]) => {
  const read = (last: string[] | undefined) => Promise.resolve(last ? [] : rows)
  return Buffer.concat(await streamCsv<string[]>(['Name'], (row) => row, read).toArray()).toString('utf8')
}

test.each([
  ['a plain name', 'Tan Mei Ling', 'Tan Mei Ling'],
  ['a comma', 'Tan, Mei Ling', '"Tan, Mei Ling"'],
  ['a quotation mark', 'Tan "Mei"', '"Tan ""Mei"""'],
  ['a formula', '=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['a minus', '-1+1', "'-1+1"],
])('a CSV cell with %s is exported as text and never as a formula', async (_what, name, cell) => {
  expect(await text([[name]])).toBe(`\uFEFFName\r\n${cell}\r\n`)
})
