import { record } from '../audit/actions.ts'
import { loadConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { rotateKeys } from '../database/rotate-keys.ts'
import { openServices } from '../services.ts'
import { runProgram } from '../start-error.ts'

/**
 * `npm run keys:rotate`, after ENCRYPTION_KEY has been given as `new,old` to every replica.
 * With several replicas, give them `old,new` first: none may meet a key that it does not know.
 * When this has ended without error the old key may be dropped.
 */
await runProgram(async () => {
  const services = await openServices(loadConfig())
  try {
    const context = createContext(services)
    const done = await rotateKeys(context)
    await record(context, 'keys.rotated', 'vault', done)
    for (const [column, rows] of Object.entries(done)) process.stdout.write(`${column}: ${rows} sealed again\n`)
  } finally {
    await services.database.close()
  }
})
