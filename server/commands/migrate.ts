import { print, withDatabase } from '../maintenance.ts'
import { openServices, requireDatabase } from '../services.ts'
import { runProgram } from '../start-error.ts'

/** `npm run migrate`: applies the migrations without starting the server, also to an empty PostgreSQL database. */
await runProgram(() =>
  withDatabase(
    async () => print('The database is up to date.'),
    (config) => {
      requireDatabase(config)
      return openServices(config)
    },
  ),
)
