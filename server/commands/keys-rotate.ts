import { record } from '../audit/actions.ts'
import { sealAudit } from '../audit/sealer.ts'
import { loadConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { rotateKeys } from '../database/rotate-keys.ts'
import { openServices } from '../services.ts'
import { runProgram } from '../start-error.ts'

/**
 * `npm run keys:rotate`: run it after ENCRYPTION_KEY is `new,old` on every replica; afterwards the old key can be removed.
 * With several replicas set `old,new` on all of them first, so that none reads data with a key that it does not have.
 */
await runProgram(async () => {
  const services = await openServices(loadConfig())
  try {
    const context = createContext(services)
    const done = await rotateKeys(context)
    await record(context, 'keys.rotated', 'vault', done)
    /** Entries that were signed with the old key must be sealed while it is still there. */
    await sealAudit(context)
    for (const [column, rows] of Object.entries(done))
      process.stdout.write(`${column}: ${rows} rows encrypted with the new key\n`)
  } finally {
    await services.database.close()
  }
})
