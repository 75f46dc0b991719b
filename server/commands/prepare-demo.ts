import { loadConfig } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import { runProgram } from '#server/core/start-error.ts'
import { withDatabase } from '#server/start/maintenance.ts'
import { openServices } from '#server/start/services.ts'
import { seedDemo } from '../seed/seed-demo.ts'

/**
 * Creates the demo in the embedded engine as the first start would; the build runs it on the other core. Does nothing with PostgreSQL or
 * without demo data.
 */
await runProgram(async () => {
  const config = loadConfig()
  if (!config.demoData || config.databaseUrl) return
  await withDatabase(async (services) => seedDemo(createContext(services)), openServices)
})
