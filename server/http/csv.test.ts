import { expect, test } from 'vitest'
import { type CsvColumns, streamCsv } from './csv.ts'

const columns: CsvColumns<string> = { Name: (name) => name }

const text = async (names: string[]) => {
  const read = (last: string | undefined) => Promise.resolve(last ? [] : names)
  return Buffer.concat(await streamCsv(columns, read).toArray()).toString('utf8')
}

test.each([
  ['a plain name', 'Tan Mei Ling', 'Tan Mei Ling'],
  ['a comma', 'Tan, Mei Ling', '"Tan, Mei Ling"'],
  ['a quotation mark', 'Tan "Mei"', '"Tan ""Mei"""'],
  ['a formula', '=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['a minus', '-1+1', "'-1+1"],
])('a CSV cell with %s is exported as text and never as a formula', async (_what, name, cell) => {
  expect(await text([name])).toBe(`\uFEFFName\r\n${cell}\r\n`)
})
