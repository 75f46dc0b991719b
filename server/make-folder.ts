import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCodeOf } from './error-code.ts'

/** With all above it. Node's own way of doing so never comes back where the system refuses new folders by ENOENT, as in /proc. */
export function makeFolder(folder: string) {
  if (existsSync(folder)) return
  if (folder !== dirname(folder)) makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    /** Another process that starts at the same time was faster. */
    if (errorCodeOf(error) !== 'EEXIST') throw error
  }
}
