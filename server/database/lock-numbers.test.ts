import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockNumbers } from './lock-numbers.ts'

test('advisory locks, compared with each other, have different numbers', () => {
  const numbers = Object.values(lockNumbers)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('a source file that takes an advisory lock gets its number from the list', () => {
  const takers = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join('server', path), 'utf8') }))
    .filter(({ text }) => /pg_(try_)?advisory/.test(text))
  expect(takers.length).toBeGreaterThanOrEqual(Object.keys(lockNumbers).length)
  expect(takers.filter(({ text }) => !text.includes('lockNumbers.')).map(({ path }) => path)).toEqual([])
})
