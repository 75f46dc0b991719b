import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '#server/context.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { requestBackup, serveBackups } from './backup-socket.ts'
import { saveBackup } from './save-backup.ts'

let testApp: TestApp
let dataDir: string
beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'columba-socket-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const serve = (changes: Partial<Context> = {}) =>
  serveBackups({ ...testApp.context, config: { ...testApp.services.config, dataDir }, ...changes })

/** What the backup command does. */
async function receive(file: string) {
  const reply = await requestBackup(dataDir)
  return reply && saveBackup(file, (destination: Writable) => pipeline(reply, destination))
}

test('without a server there is no backup to receive', async () => {
  expect(await receive(join(dataDir, 'columba.backup'))).toBeUndefined()
})

test('the server writes a backup on request, also after one that ended without closing its socket', async () => {
  const file = join(dataDir, 'columba.backup')
  const first = await serve()
  const second = await serve()
  expect(await receive(file)).toContain('read again and complete')
  await second.close()
  await first.close()
})

test('a backup that the server cannot complete leaves no file', async () => {
  const fail = () => {
    throw new Error('broken')
  }
  const server = await serve({ clock: fail })
  await expect(receive(join(dataDir, 'columba.backup'))).rejects.toThrow(
    'The running server could not write the backup',
  )
  await server.close()
  expect(await readdir(dataDir)).toEqual([])
})
