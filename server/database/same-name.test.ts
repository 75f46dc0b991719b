import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { prepareTestApp } from '#test/test-app.ts'
import { isSameName } from './same-name.ts'

const testApp = prepareTestApp()

async function keysOf(...names: string[]): Promise<string[]> {
  const { rows } = await testApp.context.db.execute(
    sql`select name_key(name) as key from json_array_elements_text(${JSON.stringify(names)}::json) as name`,
  )
  return rows.map(({ key }) => String(key))
}

test.each([
  ['Tan Mei Ling', 'tan  mei-ling', 'spacing, hyphen and case'],
  ['Tan Mei Ling', 'Mei Ling Tan', 'order'],
  ['Tan Mei Ling', 'MEILING TAN', 'order of words that are joined'],
  ['Tan Mei Ling', 'Ling Tan-Mei', 'any order'],
  ['Theresa De Souza', 'Thérèsa DeSouza', 'accents'],
  ['Ravi s/o Kumar', 'Kumar, Ravi S/O', 'punctuation'],
  ["Sean O'Brien", 'O’Brien Sean', 'apostrophes'],
  ['Tan Mei Ling', 'Tan\u200b Mei\u2011Ling', 'characters that are copied along'],
  ['陈美玲', '陈 美玲', 'spacing of Chinese characters'],
])('%s and %s are the same name: %s', async (one, other) => {
  expect([isSameName(one, other), isSameName(other, one)]).toEqual([true, true])
  const [key, otherKey] = await keysOf(one, other)
  expect(key).toBe(otherKey)
})

test.each([
  ['Tan Mei Ling', 'Tan Mei', 'a part of the name'],
  ['Tan Mei Ling', 'Tan*', 'a wildcard'],
  ['Tan Mei Ling', '%', 'a wildcard of the database'],
  ['Tan Mei Ling', '___ ___ ____', 'a wildcard for each letter'],
  ['Ong Li', 'Lin Go', 'other words of the same letters'],
  ['', '', 'no name'],
  ['-', '--', 'no letters'],
])('%s and %s are not the same name: %s', (one, other) => {
  expect([isSameName(one, other), isSameName(other, one)]).toEqual([false, false])
})

test('the comparison of two names with very many possible orders ends soon', () => {
  const words = Array.from({ length: 12 }, (_, index) => 'a'.repeat(index + 1))
  expect(isSameName([...words, 'bc'].join(' '), [...words, 'cb'].join(' '))).toBe(false)
})

test('a long name is recognised in another order', () => {
  const name = 'Maria Theresa Anne Bernadette Clare de Souza Pereira Monteiro Rodrigues Oliveiro'
  expect(isSameName(name, name.split(' ').reverse().join('-'))).toBe(true)
})
