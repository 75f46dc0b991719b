import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeUploadsOfEndedProcesses } from './spooled-form-reader.ts'

test('uploads of a process that has ended are removed, those of one that runs are kept', async () => {
  const ended = spawnSync(process.execPath, ['--version']).pid
  const [left, running] = [ended, process.pid].map((pid) => mkdtempSync(join(tmpdir(), `columba-upload-${pid}-`)))
  await removeUploadsOfEndedProcesses()
  expect([existsSync(left ?? ''), existsSync(running ?? '')]).toEqual([false, true])
  rmSync(running ?? '', { recursive: true })
})
