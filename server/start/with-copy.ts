import type { IncomingMessage } from 'node:http'
import type { Config } from '#server/core/config.ts'
import type { Services } from '#server/core/context.ts'
import { StartError } from '#server/core/start-error.ts'
import { openPGlite } from '#server/database/pglite.ts'
import { askRunningServer } from './command-socket.ts'
import { checkInstallation } from './installation.ts'
import { createServices } from './services.ts'

/** Does work that only reads, in this process, with a copy of the running server's embedded database. */
export async function withCopy(config: Config, work: (services: Services) => Promise<void>): Promise<void> {
  const { folder, connection } = await requestCopy(config.dataDir)
  try {
    const database = await openPGlite(folder)
    try {
      await checkInstallation(database, config)
      await work(createServices(database, config))
    } finally {
      await database.close()
    }
    /** The server may have removed the copy when it ended. */
    if (connection.destroyed) throw new StartError('The running server stopped before this was complete.')
  } finally {
    connection.destroy()
  }
}

const requestCopy = (dataDir: string) =>
  new Promise<{ folder: string; connection: IncomingMessage }>((resolve, reject) => {
    askRunningServer(dataDir, 'copy', null, (folder, connection) => resolve({ folder, connection })).catch(reject)
  })
