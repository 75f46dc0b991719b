import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { StartError } from '#server/core/start-error.ts'
import { countRows } from './format.ts'
import { checkBackup } from './read-backup.ts'

/** Writes a backup into a new file and reads it again. The file appears only when it is complete. Returns what to tell the operator. */
export async function saveBackup(file: string, write: (destination: Writable) => Promise<void>): Promise<string> {
  if (existsSync(file)) throw new StartError(`There is already a file ${file}. Choose another name.`)
  const partial = `${file}.partial`
  const opened = await open(partial, 'w', 0o600).catch((error: unknown) => {
    throw new StartError(`The file ${partial} cannot be written.`, { cause: error })
  })
  try {
    await write(opened.createWriteStream({ flush: true }))
    const end = await checkBackup(createReadStream(partial))
    await rename(partial, file)
    const megabytes = ((await stat(file)).size / 1e6).toFixed(1)
    return `Wrote ${file}: ${countRows(end).toLocaleString('en')} rows, ${megabytes} MB, read again and complete. SHA-256 of its lines: ${end.sha256}`
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
