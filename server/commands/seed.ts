import { parseArgs } from 'node:util'
import { loadConfig } from '../config.ts'
import { contextOf } from '../context.ts'
import { seedDemo } from '../seed/demo.ts'
import { seedLoad } from '../seed/load.ts'
import { openServices } from '../services.ts'
import { runOrExplain, StartError } from '../start-error.ts'

/** `npm run seed`: the demo house; with `-- --niches N --bookings M`, a house of that size for load work. */
await runOrExplain(async () => {
  const { values } = parseArgs({ options: { niches: { type: 'string' }, bookings: { type: 'string' } } })
  const config = loadConfig()
  if (config.mode === 'production') throw new StartError('Production is not seeded: its houses and people are real.')

  const services = await openServices(config)
  const tell = (line: string) => process.stdout.write(`${line}\n`)
  try {
    if (values.niches === undefined) await seedDemo(contextOf(services))
    else
      await seedLoad(
        contextOf(services),
        count('niches', values.niches),
        count('bookings', values.bookings ?? '0'),
        tell,
      )
    tell('The house is ready.')
  } finally {
    await services.database.close()
  }
})

function count(name: string, text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new StartError(`--${name} must be a whole number, not ${JSON.stringify(text)}.`)
  return Number(text)
}
