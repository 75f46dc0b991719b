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

const writeLock = (owner: object | string) =>
  writeFile(join(folder, 'columba.lock.1'), typeof owner === 'string' ? owner : JSON.stringify(owner))

test('a folder can be locked by only one process at a time', async () => {
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow('is in use by another Columba')
  await unlock()
  await (await lockFolder(folder))()
  expect(await readdir(folder)).toEqual([])
})

test('the lock of a crashed process is ignored', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  await writeLock({ pid, since: '1', host: hostname() })
  await (await lockFolder(folder))()
})

test('a lock whose process ID now belongs to another process is ignored', async () => {
  await writeLock({ pid: process.pid, since: 'long ago', host: hostname() })
  await (await lockFolder(folder))()
})

test('a truncated lock file is ignored', async () => {
  await writeLock('{"pid":')
  await (await lockFolder(folder))()
})

test('when several processes find a stale lock at once, exactly one locks the folder', async () => {
  for (let round = 0; round < 50; round++) {
    await writeLock({ pid: 1, since: 'long ago', host: hostname() })
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, async (_, index) => {
        for (let turn = 0; turn < index * round; turn++) await Promise.resolve()
        return lockFolder(folder)
      }),
    )
    const locked = attempts.filter((each) => each.status === 'fulfilled')
    expect(locked).toHaveLength(1)
    for (const { value } of locked) await value()
    expect(await readdir(folder)).toEqual([])
  }
})

test('a lock from another machine is respected while its heartbeat continues', async () => {
  await writeLock({ pid: 1, since: 'x', host: 'another-machine' })
  const heartbeat = setInterval(() => utimes(join(folder, 'columba.lock.1'), new Date(), new Date()), 20)
  await expect(lockFolder(folder, 40)).rejects.toThrow('is in use')
  clearInterval(heartbeat)
  await (await lockFolder(folder, 40))()
})
