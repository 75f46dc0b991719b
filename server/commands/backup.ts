import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { requestBackup } from '../backup/backup-socket.ts'
import { saveBackup } from '../backup/save-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { type Config, loadConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { keyFile } from '../encryption-key.ts'
import { print, printToStderr, withDatabase } from '../maintenance.ts'
import { openExistingServices, requireDatabase } from '../services.ts'
import { runProgram, StartError } from '../start-error.ts'

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
  const write = await chooseWriter(config, say)
  if (file === '-') await write(process.stdout)
  else say(await saveBackup(file, write))
  say(
    `The encryption key is not in the backup. Without ${keyOf(config)}, what is encrypted in it cannot be read: keep a copy elsewhere.`,
  )
})

/** Only the running server can read the embedded database. */
async function chooseWriter(config: Config, say: typeof print) {
  const reply = config.databaseUrl ? undefined : await requestBackup(config.dataDir)
  if (!reply)
    return (destination: Writable) =>
      withDatabase((services) => writeBackup(createContext(services), destination), openExistingServices, say)
  say('The running server writes the backup.')
  return (destination: Writable) =>
    pipeline(reply, destination).catch((error: unknown) => {
      throw new StartError('The running server stopped before the backup was complete; its log says why.', {
        cause: error,
      })
    })
}

function keyOf({ encryptionKey, dataDir }: Config) {
  return encryptionKey ? 'ENCRYPTION_KEY' : keyFile(dataDir)
}
