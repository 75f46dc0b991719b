import { expect, test } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

/** The names of the requests that have memory so far, once all promises have settled. */
function startAll(memory: ReturnType<typeof createByteBudget>) {
  const started: string[] = []
  const releases: Record<string, () => void> = {}
  const ask = (name: string, kind: 'forUpload' | 'forReply', bytes: number) =>
    void memory[kind](bytes).then((release) => {
      started.push(name)
      releases[name] = release
    })
  const settled = async () => {
    await new Promise(setImmediate)
    return started
  }
  return { ask, release: (name: string) => releases[name]?.(), settled }
}

test('uploads leave memory for replies', async () => {
  const { ask, settled } = startAll(createByteBudget(100, 40))
  ask('first upload', 'forUpload', 50)
  ask('second upload', 'forUpload', 20)
  ask('reply', 'forReply', 40)
  expect(await settled()).toEqual(['first upload', 'reply'])
})

test('of 64 MB, uploads take 44', async () => {
  const { ask, settled } = startAll(createByteBudget())
  const megabyte = 1024 * 1024
  ask('upload', 'forUpload', 44 * megabyte)
  ask('further upload', 'forUpload', 1)
  ask('reply', 'forReply', 20 * megabyte)
  ask('further reply', 'forReply', 1)
  expect(await settled()).toEqual(['upload', 'reply'])
})

test('a reply goes before the uploads that wait, and uploads keep their order', async () => {
  const { ask, release, settled } = startAll(createByteBudget(100, 10))
  ask('first', 'forUpload', 90)
  ask('upload one', 'forUpload', 60)
  ask('upload two', 'forUpload', 10)
  ask('reply', 'forReply', 50)
  expect(await settled()).toEqual(['first'])
  release('first')
  expect(await settled()).toEqual(['first', 'reply'])
  release('reply')
  expect(await settled()).toEqual(['first', 'reply', 'upload one', 'upload two'])
})

test('a request for more than there is gets everything, once that is free', async () => {
  const { ask, release, settled } = startAll(createByteBudget(100, 40))
  ask('upload', 'forUpload', 1000)
  ask('reply', 'forReply', 1000)
  expect(await settled()).toEqual(['upload'])
  release('upload')
  release('upload')
  ask('small', 'forReply', 1)
  expect(await settled()).toEqual(['upload', 'reply'])
})
