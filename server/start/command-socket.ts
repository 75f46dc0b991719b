import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { Context } from '#server/core/context.ts'
import { StartError } from '#server/core/start-error.ts'
import { copyPGlite } from '#server/database/pglite.ts'
import { AppError } from '#server/http/errors.ts'
import { type CommandName, commands } from './commands.ts'

const socketIn = (dataDir: string) => join(dataDir, 'commands.sock')
const copiesIn = (dataDir: string) => join(dataDir, 'copies')

/** The messages of the server, one per line. Without an `end` it has stopped. */
type Message = { line: string } | { end: 'done' } | { end: 'failed'; why: string }

/**
 * Only one process can open the embedded database, so while the server runs, it does what a maintenance command asks over a socket in
 * its data folder. Whoever may write to that folder could change the database anyway.
 */
export async function serveCommands(context: Context): Promise<{ close: () => Promise<void> }> {
  const { config, log } = context
  const path = socketIn(config.dataDir)
  const server = createServer((request, reply) => answer(context, request, reply))
  /** The folder is locked by this process, so a socket and copies in it are left from one that has ended. */
  rmSync(path, { force: true })
  rmSync(copiesIn(config.dataDir), { recursive: true, force: true })
  await new Promise<void>((resolve) => {
    /** The path may be too long, or the system may have no such sockets. The server works without it. */
    server.once('error', (error) => {
      log.warn({ err: error }, 'maintenance commands are possible only while the server is stopped')
      resolve()
    })
    server.listen(path, () => {
      chmodSync(path, 0o600)
      resolve()
    })
  })
  return {
    close: async () => {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(context: Context, request: IncomingMessage, reply: ServerResponse) {
  const closed = once(reply, 'close')
  const send = (message: Message) => reply.write(`${JSON.stringify(message)}\n`)
  const say = (line: string) => void send({ line })
  try {
    const { name, input } = JSON.parse(await text(request)) as { name: CommandName | 'copy'; input: never }
    if (name === 'copy') await lendCopy(context, say, closed)
    else await commands[name](context, input, say)
    send({ end: 'done' })
  } catch (error) {
    const known = toStartError(error)
    if (!known) context.log.error({ err: error }, 'a maintenance command failed')
    send({ end: 'failed', why: known?.message ?? 'The running server could not do this; its log says why.' })
  }
  reply.end()
}

/** A copy for a command that only reads. It is removed when the connection ends. */
async function lendCopy({ db, config }: Context, say: (line: string) => void, closed: Promise<unknown>) {
  await mkdir(copiesIn(config.dataDir), { recursive: true })
  const copy = await mkdtemp(join(copiesIn(config.dataDir), 'copy-'))
  try {
    await copyPGlite(db, config.dataDir, copy)
    say(copy)
    await closed
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** A refusal that operators may read. */
export const toStartError = (error: unknown): StartError | undefined => {
  if (error instanceof AppError) return new StartError(error.publicMessage)
  return error instanceof StartError ? error : undefined
}

/** A server that was killed leaves its socket, so ask it. */
export const isServerRunning = (dataDir: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(socketIn(dataDir))
    const settle = (isRunning: boolean) => {
      socket.destroy()
      resolve(isRunning)
    }
    socket.once('connect', () => settle(true)).once('error', () => settle(false))
  })

/** Has the running server do this, and hands on its lines. Returns once it is done. */
export async function askRunningServer(
  dataDir: string,
  name: CommandName | 'copy',
  input: unknown,
  onLine: (line: string, connection: IncomingMessage) => void,
): Promise<void> {
  const asked = request({ socketPath: socketIn(dataDir), method: 'POST' }).end(JSON.stringify({ name, input }))
  const hasStopped = (cause?: unknown) => new StartError('The running server stopped before this was done.', { cause })
  try {
    const [connection] = (await once(asked, 'response')) as [IncomingMessage]
    for await (const line of createInterface({ input: connection })) {
      const message = JSON.parse(line) as Message
      if ('line' in message) onLine(message.line, connection)
      else if (message.end === 'done') return
      else throw new StartError(message.why)
    }
  } catch (error) {
    throw error instanceof StartError ? error : hasStopped(error)
  }
  throw hasStopped()
}
