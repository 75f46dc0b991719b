import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeFoldersOfEndedProcesses } from './spooled-form-reader.ts'

test.each(['upload', 'export'])(
  'the folder of an %s is removed if its process has ended, and kept if it runs',
  async (kind) => {
    const ended = spawnSync(process.execPath, ['--version']).pid
    const [left, running] = [ended, process.pid].map((pid) => mkdtempSync(join(tmpdir(), `columba-${kind}-${pid}-`)))
    await removeFoldersOfEndedProcesses()
    expect([existsSync(left ?? ''), existsSync(running ?? '')]).toEqual([false, true])
    rmSync(running ?? '', { recursive: true })
  },
)
