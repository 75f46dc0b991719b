import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadChunk } from './load-chunk.ts'

const log = vi.spyOn(console, 'error')
beforeEach(() => log.mockReset().mockImplementation(() => undefined))
afterEach(() => vi.useRealTimers())

test('a script that the server no longer has fails as missing', async () => {
  const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))
  await expect(loadChunk('AboutPage', gone)).rejects.toMatchObject({ chunk: 'AboutPage', reason: 'missing' })
})

test('a script that loads but throws fails for another reason', async () => {
  const broken = () => Promise.reject(new SyntaxError('Unexpected token'))
  await expect(loadChunk('AboutPage', broken)).rejects.toThrow('Loading chunk AboutPage failed (other)')
})

test('a script that has not loaded after two minutes fails as a time-out', async () => {
  vi.useFakeTimers()
  const outcome = expect(loadChunk('AboutPage', () => new Promise(() => {}))).rejects.toMatchObject({
    reason: 'time-out',
  })
  await vi.advanceTimersByTimeAsync(120_000)
  await outcome
})

test('a failure is logged once, with the name of the chunk, and the next attempt loads it', async () => {
  let isBlocked = true
  const load = () =>
    isBlocked ? Promise.reject(new TypeError('error loading dynamically imported module')) : Promise.resolve('loaded')
  await expect(loadChunk('log-in', load)).rejects.toThrow()
  isBlocked = false
  expect(await loadChunk('log-in', load)).toBe('loaded')
  expect(log.mock.calls.map((words) => words.join(' '))).toEqual([
    'Failed to load a part of the page. ChunkLoadError: Loading chunk log-in failed (missing)',
  ])
})
