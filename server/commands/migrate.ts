import { runProgram } from '#server/core/start-error.ts'
import { print, withDatabase } from '#server/start/maintenance.ts'
import { openServices, requireDatabase } from '#server/start/services.ts'

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
