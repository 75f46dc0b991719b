import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from '#server/core/log.ts'
import { root } from '#server/core/project-root.ts'
import { hostilePdf, hostilePng, makeJpeg, makePdf, makePng } from '#test/certificate-files.ts'
import { createInspector, defaultSettings, type InspectorSettings } from './inspector.ts'

const silent = createLog('silent')
const neverReached = 3_600_000

/** An inspector whose threads do what the content of a file says. */
function fakeInspector(changed: Partial<InspectorSettings> = {}) {
  const file = join(root, 'test/fakes/inspection-worker.mjs')
  const limits = { timeLimitMs: neverReached, maxWaitMs: neverReached, idleMs: 1000 }
  const inspect = createInspector(silent, { file, threads: 1, ...limits, ...changed })
  return (order: string) => inspect(Buffer.from(order))
}

test('files are inspected in a thread, and hostile ones are refused', async () => {
  const inspect = createInspector(silent, {
    threads: 2,
    timeLimitMs: neverReached,
    maxWaitMs: neverReached,
    idleMs: 1000,
  })
  const files = [makePdf('Birth'), makePng(), makeJpeg(), hostilePdf(), hostilePng(), Buffer.from('text')]
  expect(await Promise.all(files.map(inspect))).toEqual([
    'application/pdf',
    'image/png',
    'image/jpeg',
    undefined,
    undefined,
    undefined,
  ])
})

test('a file may take 5 seconds and 64 MB, and 1,024 files may wait for 3 seconds', () => {
  expect(defaultSettings).toMatchObject({ timeLimitMs: 5000, memoryMb: 64, maxWaiting: 1024, maxWaitMs: 3000 })
})

test('a file that takes too long is refused, and the next file gets a new thread', async () => {
  const inspect = fakeInspector({ timeLimitMs: 2000 })
  expect(await Promise.all(['accept', 'spin', 'accept', 'spin', 'accept'].map(inspect))).toEqual([
    'application/pdf',
    undefined,
    'application/pdf',
    undefined,
    'application/pdf',
  ])
})

test('a file that takes too much memory is refused, and the next file gets a new thread', async () => {
  const inspect = fakeInspector({ memoryMb: 16 })
  expect(await inspect('use memory')).toBeUndefined()
  expect(await inspect('accept')).toBe('application/pdf')
})

test('a thread has no settings or keys in its environment', async () => {
  expect(Object.keys(process.env)).toContain('PATH')
  expect(await fakeInspector()('read settings')).toBe('')
})

test('a thread that ends is replaced, also while it waits for work', async () => {
  const inspect = fakeInspector({ idleMs: 0 })
  expect(await Promise.all(['exit', 'accept'].map(inspect))).toEqual([undefined, 'application/pdf'])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await inspect('accept')).toBe('application/pdf')
})

test('an error of the inspection itself is not reported as an invalid file', async () => {
  const inspect = fakeInspector()
  await expect(inspect('fail')).rejects.toThrow('the inspection has a bug')
  expect(await inspect('refuse')).toBeUndefined()
})

test('a thread that cannot start fails the request', async () => {
  await expect(fakeInspector({ file: join(root, 'test/fakes/none.mjs') })('accept')).rejects.toThrow('none.mjs')
})

test('files beyond the queue are refused as busy, and those in it are inspected', async () => {
  const inspect = fakeInspector({ maxWaiting: 2 })
  const [first, second, third, fourth] = ['accept', 'accept', 'accept', 'accept'].map(inspect)
  await expect(fourth).rejects.toMatchObject({ code: 'UPLOADS_BUSY', status: 503 })
  expect(await Promise.all([first, second, third])).toEqual(Array(3).fill('application/pdf'))
  expect(await inspect('accept')).toBe('application/pdf')
})

test('a file that waits too long for a thread is refused as busy', async () => {
  const inspect = fakeInspector({ timeLimitMs: 400, maxWaitMs: 100 })
  const spinning = inspect('spin')
  await expect(inspect('accept')).rejects.toMatchObject({ code: 'UPLOADS_BUSY' })
  expect(await spinning).toBeUndefined()
})
