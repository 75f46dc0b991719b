import { createReadStream, existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadConfig } from '#server/core/config.ts'
import { openVault } from '#server/core/encryption-key.ts'
import { createLog } from '#server/core/log.ts'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { print } from '#server/start/maintenance.ts'
import { replaceKeptHead } from '../audit/kept-head.ts'
import { restore, verifyBackup } from '../backup/restore.ts'

/** `npm run restore -- FILE`: restores a backup of either engine into an empty database, as its owner; `-` reads the standard input. */
await runProgram(async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { unsigned: { type: 'boolean' } } })
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0)
    throw new StartError('Name the backup, such as: npm run restore -- columba.backup. A hyphen is the standard input.')
  if (file !== '-' && !existsSync(file)) throw new StartError(`There is no file ${file}.`)
  const config = loadConfig()
  /** The vault is opened before an embedded database is created. */
  const vault = openVault(config)
  const acceptUnsigned = values.unsigned ?? false
  /** The standard input can be read only once; there the signature is checked before the commit. */
  if (file !== '-') await verifyBackup({ config, vault, acceptUnsigned }, createReadStream(file))
  const log = createLog(config.logLevel)
  const database = await openDatabase(config, log, { statementTimeout: 0 })
  try {
    print(`Restoring into the database ${database.label}.`)
    const source = file === '-' ? process.stdin : createReadStream(file)
    const target = { database, config, vault, acceptUnsigned }
    const { header, rows, opened, auditHead } = await restore(target, source)
    print(
      `Restored the ${header.mode} installation as it was at ${header.createdAt}: ${rows.toLocaleString('en')} rows, as many as in the backup.`,
    )
    replaceKeptHead({ config, log }, auditHead)
    print(`The audit log is unchanged up to ${auditHead}. Opened one value of each: ${opened.join(', ')}.`)
  } finally {
    await database.close()
  }
})
