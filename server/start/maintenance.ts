import type { IncomingMessage } from 'node:http'
import { type Config, loadConfig } from '#server/core/config.ts'
import { createContext, type Services } from '#server/core/context.ts'
import { StartError } from '#server/core/start-error.ts'
import { openPGlite } from '#server/database/pglite.ts'
import { bookings } from '#server/database/schema.ts'
import { askRunningServer, isServerRunning, toStartError } from './command-socket.ts'
import { type CommandInput, type CommandName, commands } from './commands.ts'
import { checkInstallation } from './installation.ts'
import { createServices, openExistingServices } from './services.ts'

type Work = (services: Services) => Promise<void>

/** Opens the database for a maintenance command, says which one it is, and closes it when the work has ended. */
export async function withDatabase(
  work: Work,
  open: (config: Config) => Promise<Services> = openExistingServices,
  say: typeof print = print,
) {
  const services = await open(loadConfig())
  const { database, config } = services
  try {
    const amount = await database.db.$count(bookings)
    say(`Database ${database.label}: ${config.mode} mode, ${amount.toLocaleString('en')} bookings.`)
    await work(services)
  } finally {
    await database.close()
  }
}

/** Runs a command that only reads: while a server has the embedded database open, the command gets a copy. */
export async function withDatabaseOrCopy(work: Work, changes: Partial<Config> = {}, say: typeof print = print) {
  const config = { ...loadConfig(), ...changes }
  if (!(await hasRunningServer(config))) return withDatabase(work, () => openExistingServices(config), say)
  say('The server is running: this reads a copy that it has made of its database.')
  await withCopy(config, work)
}

/** Runs a command that writes: while a server has the embedded database open, that server does it. */
export async function runCommand<N extends CommandName>(
  name: N,
  readInput: () => CommandInput<N> | Promise<CommandInput<N>>,
) {
  const config = loadConfig()
  if (await hasRunningServer(config)) {
    print('The server is running, and does this.')
    return askRunningServer(config.dataDir, name, await readInput(), print)
  }
  await withDatabase(async (services) => {
    const input = await readInput()
    await commands[name](createContext(services), input as never, print).catch((error: unknown) => {
      throw toStartError(error) ?? error
    })
  })
}

const hasRunningServer = async ({ databaseUrl, dataDir }: Config) => !databaseUrl && (await isServerRunning(dataDir))

export const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Used by commands whose output is data. */
export const printToStderr = (line: string) => void process.stderr.write(`${line}\n`)

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
