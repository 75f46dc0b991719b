import { parseArgs } from 'node:util'
import { loadConfig } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { print, withDatabase } from '#server/start/maintenance.ts'
import { openServices } from '#server/start/services.ts'
import { seedDemo } from '../seed/seed-demo.ts'
import { seedLoad } from '../seed/seed-load.ts'

/** `npm run seed`: adds the demo data, to a new database too; with `-- --niches N --bookings M`, that many for load tests. */
await runProgram(async () => {
  const { values } = parseArgs({ options: { niches: { type: 'string' }, bookings: { type: 'string' } } })
  if (loadConfig().mode === 'production') throw new StartError('Demo data cannot be added in production mode.')

  await withDatabase(async (services) => {
    const context = createContext(services)
    if (values.niches === undefined) await seedDemo(context)
    else
      await seedLoad(
        context,
        parseCount('niches', values.niches),
        parseCount('bookings', values.bookings ?? '0'),
        print,
      )
    print('The data is ready.')
  }, openServices)
})

function parseCount(name: string, text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new StartError(`--${name} must be a whole number, not ${JSON.stringify(text)}.`)
  return Number(text)
}
