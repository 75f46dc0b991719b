import { waitForDelayedLetters } from './accounts/delayed-letters.ts'
import { firstAdminHint } from './accounts/open-account.ts'
import { loadConfig } from './core/config.ts'
import { createContext, type Services } from './core/context.ts'
import { runProgram } from './core/start-error.ts'
import { removeFoldersOfEndedProcesses } from './documents/spooled-form-reader.ts'
import type { App } from './http/serve.ts'
import { createMailTransport } from './mail/transport.ts'
import { notifyAllBlocksChanged } from './niches/public.ts'
import { seedDemo } from './seed/seed-demo.ts'
import { buildApp } from './start/app.ts'
import { startBackgroundJobs } from './start/background-jobs.ts'
import { serveCommands } from './start/command-socket.ts'
import { listen, serverUrl } from './start/listen.ts'
import { openServices } from './start/services.ts'

/** Open connections are closed after this time. Refusing new ones and draining take up to 9 s of it. */
const shutdownTimeoutMs = 9500
/** A letter is sent again if nobody waits for the answer of the mail server. */
const letterTimeoutMs = 30_000

await runProgram(async () => {
  const config = loadConfig()
  const services = await openServices(config)
  try {
    await start(services)
  } catch (error) {
    await services.database.close()
    throw error
  }
})

async function start(services: Services) {
  const { config, database, log } = services
  for (const [setting, problem] of config.allowedInsecure)
    log.warn({ setting, problem }, 'an insecure setting is allowed by ALLOW_INSECURE')
  await removeFoldersOfEndedProcesses()
  if (config.demoData) await seedDemo(createContext(services))
  const app = await buildApp(services)
  /** First, so that a server which the database does not answer never gets a request. */
  const backgroundJobs = await startBackgroundJobs(services, createMailTransport(config))
  await listen(app, config).catch(async (error: unknown) => {
    await backgroundJobs.stop()
    throw error
  })

  const context = createContext(services)
  context.afterCommit(() => notifyAllBlocksChanged(context))

  const commands = database.engine === 'pglite' ? await serveCommands(createContext(services)) : undefined

  shutDownOnSignal(app, async () => {
    await Promise.all([app.drain().then(() => app.close()), backgroundJobs.stop(), commands?.close()])
    await waitForDelayedLetters()
    await database.close()
  })
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'))
  process.stdout.write(`Columba is ready at ${serverUrl(app, config)}\n${await firstAdminHint(database)}`)
}

/** Answers requests in flight, closes streams, finishes running jobs and current letters; the database is closed last. */
function shutDownOnSignal(app: App, close: () => Promise<void>) {
  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    setTimeout(() => app.server.closeAllConnections(), shutdownTimeoutMs).unref()
    setTimeout(() => process.exit(1), letterTimeoutMs).unref()
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', end).on('SIGINT', end)
}
