import { resetLettersWritten } from './accounts/password-reset.ts'
import { buildApp } from './app.ts'
import { startSealer } from './audit/sealer.ts'
import { loadConfig } from './config.ts'
import { contextOf, type Services } from './context.ts'
import { startHousekeeping } from './http/housekeeping.ts'
import type { App } from './http/serve.ts'
import { addressOf, listen } from './listen.ts'
import { outboxChannel } from './mail/outbox.ts'
import { createMailTransport } from './mail/transport.ts'
import { startOutbox } from './mail/worker.ts'
import { seedDemo } from './seed/demo.ts'
import { openServices } from './services.ts'
import { runOrExplain } from './start-error.ts'
import { startSweeper } from './sweeper.ts'

/** Whatever is still in flight by then is cut off, so that the whole ends within ten seconds. */
const patienceMs = 8000

await runOrExplain(async () => {
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
  if (config.mode === 'demo') await seedDemo(contextOf(services))
  const app = await buildApp(services)
  await listen(app, config)

  const outbox = startOutbox(contextOf(services), createMailTransport(config))
  await database.listen(outboxChannel, outbox.wake)

  const sealer = startSealer(contextOf(services))
  const sweeper = startSweeper(contextOf(services))
  const stopHousekeeping = startHousekeeping(contextOf(services))

  endOnSignal(app, async () => {
    stopHousekeeping()
    await sweeper.stop()
    await sealer.stop()
    await resetLettersWritten()
    await outbox.stop()
    await database.close()
  })
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise failed and nobody minded'))
  process.stdout.write(`Columba is ready at ${addressOf(app, config)}\n`)
}

/** Requests in flight are answered, streams are closed, letters in hand are sent, and only then the database is let go. */
function endOnSignal(app: App, closeRest: () => Promise<void>) {
  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref()
    setTimeout(() => process.exit(1), patienceMs + 1500).unref()
    await app.close()
    await closeRest()
    process.exit(0)
  }
  process.on('SIGTERM', end).on('SIGINT', end)
}
