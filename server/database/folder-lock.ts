import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodeOf } from '#server/core/error-code.ts'
import { StartError } from '#server/core/start-error.ts'

/**
 * Locks the folder for this process and returns a function that releases it. The kernel holds the lock, so other containers
 * see it too, and it ends at once however the process ends. The file stays: deleting it could break another's lock.
 */
export function lockFolder(folder: string): () => void {
  const file = openLockFile(folder)
  try {
    if (process.platform === 'linux') lockInherited(folder, file)
  } catch (error) {
    closeSync(file)
    throw error
  }
  return () => closeSync(file)
}

/** On macOS, opening a file can lock it. */
const exclusive = process.platform === 'darwin' ? 0x20 | constants.O_NONBLOCK : 0

function openLockFile(folder: string): number {
  try {
    return openSync(join(folder, 'columba.lock'), constants.O_RDWR | constants.O_CREAT | exclusive, 0o600)
  } catch (error) {
    if (errorCodeOf(error) === 'EAGAIN') throw inUse(folder)
    throw new StartError(`Columba cannot write to its data folder ${folder} (DATA_DIR).`, { cause: error })
  }
}

/** Node cannot lock files. flock(1) locks the open file that it inherits, and the lock stays with this process. */
function lockInherited(folder: string, file: number) {
  const { status, error } = spawnSync('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', file] })
  if (status === 0) return
  if (status === 1) throw inUse(folder)
  throw new StartError(
    `Columba cannot lock its data folder ${folder} (DATA_DIR): it needs the program flock, of the package util-linux, and a file system with locks.`,
    { cause: error },
  )
}

const inUse = (folder: string) =>
  new StartError(
    `The data folder ${folder} (DATA_DIR) is in use by another Columba. Stop that one first, or choose another folder.`,
  )
