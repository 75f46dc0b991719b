import { loadConfig } from '../config.ts'
import { openServices } from '../services.ts'
import { runOrExplain } from '../start-error.ts'

/** `npm run migrate`: what a start does to the schema, by itself and beforehand. */
await runOrExplain(async () => {
  const { database } = await openServices(loadConfig())
  await database.close()
  process.stdout.write('The database is up to date.\n')
})
