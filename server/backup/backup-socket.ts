import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import type { Context } from '#server/context.ts'
import { errorCodeOf } from '#server/error-code.ts'
import { StartError } from '#server/start-error.ts'
import { writeBackup } from './write-backup.ts'

const socketIn = (dataDir: string) => join(dataDir, 'backup.sock')

/** A receiver that takes nothing for so long is disconnected, because every statement waits for the backup. */
const stalledMs = 20_000

/**
 * Only one process can open the embedded database, so while the server runs, it writes the backups itself. Whoever may write to the data
 * folder may ask for one, over a socket in it. HTTP tells the receiver whether a reply is complete.
 */
export async function serveBackups(context: Context): Promise<{ close: () => Promise<void> }> {
  const path = socketIn(context.config.dataDir)
  const server = createServer(async (_request, reply) => {
    await writeBackup(context, reply).catch((error: unknown) => {
      context.log.error({ err: error }, 'could not write a backup')
      reply.destroy()
    })
  })
  server.timeout = stalledMs
  /** The folder is locked by this process, so a socket in it is left from one that has ended. */
  rmSync(path, { force: true })
  await new Promise<void>((resolve) => {
    /** The path may be too long, or the system may have no such sockets. The server is of use without. */
    server.once('error', (error) => {
      context.log.warn({ err: error }, 'backups are possible only while the server is stopped')
      resolve()
    })
    server.listen(path, resolve)
  })
  return {
    close: async () => {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Asks the running server for a backup. Undefined if none runs on this data folder. */
export function requestBackup(dataDir: string): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    request({ socketPath: socketIn(dataDir), path: '/' }, resolve)
      .on('error', (error) => {
        if (['ENOENT', 'ECONNREFUSED'].includes(errorCodeOf(error) ?? '')) resolve(undefined)
        else
          reject(new StartError('The running server could not write the backup; its log says why.', { cause: error }))
      })
      .end()
  })
}
