import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { prepareTestApp } from '#test/test-app.ts'
import { hasKeyOf } from './name-search.ts'
import { isSameName } from './same-name.ts'

const testApp = prepareTestApp()

const haveSameKey = async (name: string, wanted: string) => {
  const { rows } = await testApp.context.db.execute(sql`select ${hasKeyOf(sql`${name}::text`, wanted)} as found`)
  return rows[0]?.found
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
  ['TAN Ah Kow 陳亞九', '陳亞九', 'the other script alone'],
  ['TAN Ah Kow 陳亞九', 'Ah-Kow Tan', 'Latin letters alone'],
  ['TAN Ah Kow 陳亞九', '陳亞九 (Tan Ah Kow)', 'both scripts in another order'],
  ['Ｔan Ah Kow', 'Tan Ah Kow', 'letters of full width'],
])('%s and %s are the same name: %s', async (one, other) => {
  expect([isSameName(one, other), isSameName(other, one)]).toEqual([true, true])
  expect([await haveSameKey(one, other), await haveSameKey(other, one)]).toEqual([true, true])
})

test.each([
  ['Tan Mei Ling', 'Tan Mei', 'a part of the name'],
  ['Tan Mei Ling', 'Tan*', 'a wildcard'],
  ['Tan Mei Ling', '%', 'a wildcard of the database'],
  ['Tan Mei Ling', '___ ___ ____', 'a wildcard for each letter'],
  ['Ong Li', 'Lin Go', 'other words of the same letters'],
  ['TAN Ah Kow 陳亞九', 'Tan Ah Kow 陳亞十', 'one script that differs'],
  ['TAN Ah Kow 陳亞九', '陳亞', 'a part of the name in the other script'],
  ['Tan Ah Kow', '陳亞九', 'two names without a script in common'],
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
