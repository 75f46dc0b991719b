import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import type { Context } from '#server/core/context.ts'
import { errorCodeOf } from '#server/core/error-code.ts'
import { StartError } from '#server/core/start-error.ts'
import { copyPGlite } from '#server/database/pglite.ts'

const socketIn = (dataDir: string) => join(dataDir, 'backup.sock')

/**
 * Only one process can open the embedded database, so while the server runs, it copies the database for the backup command. Whoever may
 * write to the data folder may ask for a copy, over a socket in it. The copy is removed when the connection ends.
 */
export async function serveCopies({ db, config, log }: Context): Promise<{ close: () => Promise<void> }> {
  const path = socketIn(config.dataDir)
  const copies = join(config.dataDir, 'backup-copies')
  const server = createServer(async (_request, reply) => {
    const closed = once(reply, 'close')
    let copy: string | undefined
    try {
      await mkdir(copies, { recursive: true })
      copy = await mkdtemp(join(copies, 'copy-'))
      await copyPGlite(db, config.dataDir, copy)
      reply.write(copy)
    } catch (error) {
      log.error({ err: error }, 'could not copy the database for a backup')
      reply.destroy()
    }
    await closed
    if (copy) await rm(copy, { recursive: true, force: true })
  })
  /** The folder is locked by this process, so a socket and copies in it are left from one that has ended. */
  rmSync(path, { force: true })
  rmSync(copies, { recursive: true, force: true })
  await new Promise<void>((resolve) => {
    /** The path may be too long, or the system may have no such sockets. The server works without it. */
    server.once('error', (error) => {
      log.warn({ err: error }, 'backups are possible only while the server is stopped')
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

interface Copy {
  /** A data folder with the copy. */
  folder: string
  /** False if the server has ended, and may have removed the copy. */
  isKept: () => boolean
  release: () => void
}

/** Asks the running server for a copy of its database. Undefined if none runs on this data folder. */
export function requestCopy(dataDir: string): Promise<Copy | undefined> {
  return new Promise((resolve, reject) => {
    request({ socketPath: socketIn(dataDir), path: '/' }, (reply) => {
      reply.setEncoding('utf8').once('data', (folder: string) => {
        resolve({ folder, isKept: () => !reply.destroyed, release: () => reply.destroy() })
      })
    })
      .on('error', (error) => {
        if (['ENOENT', 'ECONNREFUSED'].includes(errorCodeOf(error) ?? '')) resolve(undefined)
        else
          reject(new StartError('The running server could not copy its database; its log says why.', { cause: error }))
      })
      .end()
  })
}
