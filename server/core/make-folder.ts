import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCodeOf } from './error-code.ts'

/** Creates a folder only for its owner, and parent folders. Node's own `recursive` option never returns where the system answers ENOENT. */
export function makeFolder(folder: string) {
  if (existsSync(folder)) return
  if (folder !== dirname(folder)) makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    /** Another process may have created it at the same time. */
    if (errorCodeOf(error) !== 'EEXIST') throw error
  }
}
