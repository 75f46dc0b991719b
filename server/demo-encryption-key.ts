import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodeOf } from './error-code.ts'
import { makeFolder } from './make-folder.ts'
import { StartError } from './start-error.ts'

/** The demo's encryption key, created at the first start in a file that only its owner can read. */
export function loadOrCreateEncryptionKey(dataDir: string): string {
  const file = join(dataDir, 'encryption.key')
  try {
    makeFolder(dataDir)
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST')
      throw new StartError(`Columba cannot write to its data folder ${dataDir} (DATA_DIR).`, { cause: error })
  }
  const key = readFileSync(file, 'utf8').trim()
  if (Buffer.from(key, 'base64').length !== 32)
    throw new StartError(`The key in ${file} is damaged. Please restore it from a backup.`)
  return key
}
