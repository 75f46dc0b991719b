import { loadConfig } from '#server/core/config.ts'
import { createMailTransport } from '#server/mail/transport.ts'
import { buildApp } from '#server/start/app.ts'
import { startBackgroundJobs } from '#server/start/background-jobs.ts'
import { listen } from '#server/start/listen.ts'
import { openServices } from '#server/start/services.ts'
import { startStripe } from '#test/fakes/stripe.ts'
import { prepareProduction } from './production-settings.ts'

/** A production server on an empty PostgreSQL, inside the test process because no setting leads to a local fake of Stripe. */
export async function startProductionServer() {
  const [{ environment, letters, stop: stopNeeds }, stripe] = await Promise.all([prepareProduction(), startStripe()])
  const config = loadConfig({ ...environment, LOG_LEVEL: 'silent' })
  const services = await openServices({ ...config, stripe: stripe.settings })
  const app = await buildApp(services)
  await listen(app, config)
  const jobs = await startBackgroundJobs(services, createMailTransport(config))

  const stop = async () => {
    await Promise.all([app.close(), jobs.stop()])
    await services.database.close()
    await stripe.close()
    await stopNeeds()
  }
  return { url: config.publicUrl, app, services, environment, letters, stripe, stop }
}

type Letters = Awaited<ReturnType<typeof prepareProduction>>['letters']

/** The letters that the mail server accepted for this address, without the line breaks of its encoding. */
export const lettersTo = ({ accepted }: Letters, address: string): string[] =>
  accepted.filter(({ to }) => to.includes(address)).map(({ raw }) => raw.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
