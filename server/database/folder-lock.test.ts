import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columba-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

const leave = (holder: object | string) =>
  writeFile(join(folder, 'columba.lock.1'), typeof holder === 'string' ? holder : JSON.stringify(holder))

test('a folder has one holder at a time', async () => {
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow('is in use by another Columba')
  await unlock()
  await (await lockFolder(folder))()
  expect(await readdir(folder)).toEqual([])
})

test('what a crashed process left behind jams nothing', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  await leave({ pid, since: '1', host: hostname() })
  await (await lockFolder(folder))()
})

test('another process that was given the same number later does not count', async () => {
  await leave({ pid: process.pid, since: 'long ago', host: hostname() })
  await (await lockFolder(folder))()
})

test('half a lock is no lock', async () => {
  await leave('{"pid":')
  await (await lockFolder(folder))()
})

test('of many that find a stale lock together, one takes the folder, whenever they come', async () => {
  for (let round = 0; round < 50; round++) {
    await leave({ pid: 1, since: 'long ago', host: hostname() })
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, async (_, index) => {
        for (let turn = 0; turn < index * round; turn++) await Promise.resolve()
        return lockFolder(folder)
      }),
    )
    const taken = tries.filter((each) => each.status === 'fulfilled')
    expect(taken).toHaveLength(1)
    for (const { value } of taken) await value()
    expect(await readdir(folder)).toEqual([])
  }
})

test('a lock of another machine counts while that machine touches it', async () => {
  await leave({ pid: 1, since: 'x', host: 'another-machine' })
  const beat = setInterval(() => utimes(join(folder, 'columba.lock.1'), new Date(), new Date()), 20)
  await expect(lockFolder(folder, 40)).rejects.toThrow('is in use')
  clearInterval(beat)
  await (await lockFolder(folder, 40))()
})
