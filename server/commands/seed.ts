import { parseArgs } from 'node:util'
import { loadConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { seedDemo } from '../seed/seed-demo.ts'
import { seedLoad } from '../seed/seed-load.ts'
import { openServices } from '../services.ts'
import { runProgram, StartError } from '../start-error.ts'

/** `npm run seed`: adds the demo data; with `-- --niches N --bookings M`, that many niches and bookings for load tests. */
await runProgram(async () => {
  const { values } = parseArgs({ options: { niches: { type: 'string' }, bookings: { type: 'string' } } })
  const config = loadConfig()
  if (config.mode === 'production') throw new StartError('Demo data cannot be added in production mode.')

  const services = await openServices(config)
  const print = (line: string) => process.stdout.write(`${line}\n`)
  try {
    if (values.niches === undefined) await seedDemo(createContext(services))
    else
      await seedLoad(
        createContext(services),
        parseCount('niches', values.niches),
        parseCount('bookings', values.bookings ?? '0'),
        print,
      )
    print('The data is ready.')
  } finally {
    await services.database.close()
  }
})

function parseCount(name: string, text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new StartError(`--${name} must be a whole number, not ${JSON.stringify(text)}.`)
  return Number(text)
}
