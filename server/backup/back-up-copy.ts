import type { Writable } from 'node:stream'
import type { Config } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import { StartError } from '#server/core/start-error.ts'
import { openPGlite } from '#server/database/pglite.ts'
import { checkInstallation } from '#server/start/installation.ts'
import { createServices } from '#server/start/services.ts'
import { requestCopy } from './copy-socket.ts'
import { writeBackup } from './write-backup.ts'

/** Backs up a copy of the running server's embedded database, in this process. False if no server runs. */
export async function backUpCopy(config: Config, destination: Writable): Promise<boolean> {
  const copy = await requestCopy(config.dataDir)
  if (!copy) return false
  try {
    const database = await openPGlite(copy.folder)
    try {
      await checkInstallation(database, config)
      await writeBackup(createContext(createServices(database, config)), destination)
    } finally {
      await database.close()
    }
    if (!copy.isKept()) throw new StartError('The running server stopped before the backup was complete.')
    return true
  } finally {
    copy.release()
  }
}
