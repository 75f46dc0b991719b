import { loadConfig } from '../config.ts'
import { openServices } from '../services.ts'
import { runProgram } from '../start-error.ts'

/** `npm run migrate`: what a start does to the schema, by itself and beforehand. */
await runProgram(async () => {
  const { database } = await openServices(loadConfig())
  await database.close()
  process.stdout.write('The database is up to date.\n')
})
