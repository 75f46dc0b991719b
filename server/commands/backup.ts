import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { type Config, loadConfig } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import { keyFile } from '#server/core/encryption-key.ts'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { print, printToStderr, withDatabaseOrCopy } from '#server/start/maintenance.ts'
import { requireDatabase } from '#server/start/services.ts'
import { saveBackup } from '../backup/save-backup.ts'
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
