import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

test('a folder that is made, and the folders above it, are only for their owner', () => {
  const root = mkdtempSync(join(tmpdir(), 'columba-folder-'))
  makeFolder(join(root, 'data/db'))
  for (const made of ['data', 'data/db']) expect(statSync(join(root, made)).mode & 0o777).toBe(0o700)
  rmSync(root, { recursive: true })
})
