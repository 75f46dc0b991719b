import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockNumbers } from './lock-numbers.ts'

test('every advisory lock has a number of its own', () => {
  const numbers = Object.values(lockNumbers)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('every source file that takes an advisory lock uses a number from lockNumbers', () => {
  const takers = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join('server', path), 'utf8') }))
    .filter(({ text }) => /pg_(try_)?advisory/.test(text))
  expect(takers.length).toBeGreaterThanOrEqual(Object.keys(lockNumbers).length)
  expect(takers.filter(({ text }) => !text.includes('lockNumbers.')).map(({ path }) => path)).toEqual([])
})
