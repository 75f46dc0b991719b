import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columba-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a folder can be locked once, and again after it was released', () => {
  for (let round = 0; round < 3; round++) {
    const unlock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow('is in use by another Columba')
    unlock()
  }
})

/** Holds the lock in the same way as lockFolder, from another process. */
async function lockInAnotherProcess() {
  const holder = spawn('flock', ['-x', join(folder, 'columba.lock'), 'sh', '-c', 'echo locked; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  await once(holder.stdout, 'data')
  return async () => {
    process.kill(-(holder.pid ?? 0), 'SIGKILL')
    await once(holder, 'close')
  }
}

test('a folder that another process has locked can be locked as soon as that process is killed', async () => {
  const kill = await lockInAnotherProcess()
  expect(() => lockFolder(folder)).toThrow('is in use by another Columba')
  await kill()
  lockFolder(folder)()
})

test('a process that was started while the folder is locked does not keep the lock', async () => {
  const unlock = lockFolder(folder)
  const child = spawn('sleep', ['600'])
  unlock()
  lockFolder(folder)()
  child.kill('SIGKILL')
  await once(child, 'close')
})
