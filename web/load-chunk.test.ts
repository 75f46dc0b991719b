import { afterEach, expect, test, vi } from 'vitest'
import { loadChunk } from './load-chunk.ts'

afterEach(() => vi.useRealTimers())

test('a script that the server does not have any more is missing', async () => {
  const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))
  await expect(loadChunk('AboutPage', gone)).rejects.toMatchObject({ chunk: 'AboutPage', reason: 'missing' })
})

test('a script that breaks is another matter', async () => {
  const broken = () => Promise.reject(new SyntaxError('Unexpected token'))
  await expect(loadChunk('AboutPage', broken)).rejects.toThrow('Loading chunk AboutPage failed (other)')
})

test('two minutes are the limit', async () => {
  vi.useFakeTimers()
  const outcome = expect(loadChunk('AboutPage', () => new Promise(() => {}))).rejects.toMatchObject({
    reason: 'time-out',
  })
  await vi.advanceTimersByTimeAsync(120_000)
  await outcome
})
