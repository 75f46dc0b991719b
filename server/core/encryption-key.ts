import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { errorCodeOf } from './error-code.ts'
import { makeFolder } from './make-folder.ts'
import { StartError } from './start-error.ts'
import { createVault, parseKeys, type Vault } from './vault.ts'

type KeySettings = Pick<Config, 'encryptionKey' | 'dataDir'>

export const keyFile = (dataDir: string) => join(dataDir, 'encryption.key')

/** The vault with the keys of ENCRYPTION_KEY or, in the demo, with the key in the data folder. */
export function openVault({ encryptionKey, dataDir }: KeySettings): Vault {
  return createVault(parseKeys(encryptionKey ?? readKey(keyFile(dataDir))))
}

function readKey(file: string): string {
  if (!existsSync(file))
    throw new StartError(
      `There is no key in ${file}: set ENCRYPTION_KEY, or set DATA_DIR to the folder with the key of this database.`,
    )
  const key = readFileSync(file, 'utf8').trim()
  if (Buffer.from(key, 'base64').length !== 32)
    throw new StartError(`The key in ${file} is damaged. Please restore it from a backup.`)
  return key
}

/** Creates a key for a new demo database, in a file that only its owner can read, unless there is one. */
export function createMissingKey({ encryptionKey, dataDir }: KeySettings) {
  if (encryptionKey) return
  try {
    makeFolder(dataDir)
    writeFileSync(keyFile(dataDir), `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST')
      throw new StartError(`Columba cannot write to its data folder ${dataDir} (DATA_DIR).`, { cause: error })
  }
}
