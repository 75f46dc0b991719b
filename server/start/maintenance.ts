import { type Config, loadConfig } from '#server/core/config.ts'
import type { Services } from '#server/core/context.ts'
import { bookings } from '#server/database/schema.ts'
import { openExistingServices } from './services.ts'

/** Opens the database for a maintenance command, says which one it is, and closes it when the work has ended. */
export async function withDatabase(
  work: (services: Services) => Promise<void>,
  open: (config: Config) => Promise<Services> = openExistingServices,
  say: typeof print = print,
) {
  const services = await open(loadConfig())
  const { database, config } = services
  try {
    const amount = await database.db.$count(bookings)
    say(`Database ${database.place}: ${config.mode} mode, ${amount.toLocaleString('en')} bookings.`)
    await work(services)
  } finally {
    await database.close()
  }
}

export const print = (line: string) => void process.stdout.write(`${line}\n`)

/** For commands whose output is data. */
export const printToStderr = (line: string) => void process.stderr.write(`${line}\n`)
