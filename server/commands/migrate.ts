import { loadConfig } from '../config.ts'
import { openServices } from '../services.ts'
import { runProgram } from '../start-error.ts'

/** `npm run migrate`: applies the migrations without starting the server. */
await runProgram(async () => {
  const { database } = await openServices(loadConfig())
  await database.close()
  process.stdout.write('The database is up to date.\n')
})
