import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { countRows } from '#server/backup/format.ts'
import { checkBackup } from '#server/backup/read-backup.ts'
import { type Config, loadConfig } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import { keyFile } from '#server/core/encryption-key.ts'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { print, printToStderr, withDatabaseOrCopy } from '#server/start/maintenance.ts'
import { requireDatabase } from '#server/start/services.ts'
import { writeBackup } from '../backup/write-backup.ts'

/** `npm run backup -- FILE`: backs up the whole database while the server runs; `-` writes to the standard output. */
await runProgram(async () => {
  const [file, ...rest] = parseArgs({ allowPositionals: true }).positionals
  if (file === undefined || rest.length > 0)
    throw new StartError(
      'Name the file to write, such as: npm run backup -- columba.backup. A hyphen is the standard output.',
    )
  const config = loadConfig()
  requireDatabase(config)
  const say = file === '-' ? printToStderr : print
  const write = (destination: Writable) =>
    withDatabaseOrCopy((services) => writeBackup(createContext(services), destination), {}, say)
  if (file === '-') await write(process.stdout)
  else say(await saveBackup(file, write))
  say(
    `The encryption key is not in the backup. Without ${keyOf(config)}, what is encrypted in it cannot be read: keep a copy elsewhere.`,
  )
})

function keyOf({ encryptionKey, dataDir }: Config) {
  return encryptionKey ? 'ENCRYPTION_KEY' : keyFile(dataDir)
}

/** Writes a backup into a new file and reads it again. The file appears only when it is complete. Returns what to tell the operator. */
async function saveBackup(file: string, write: (destination: Writable) => Promise<void>): Promise<string> {
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
