import { reconcilePayments } from '../checkout/reconcile.ts'
import { loadConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { openServices } from '../services.ts'
import { runProgram } from '../start-error.ts'

/** `npm run payments:reconcile`: asks the card provider about every payment that is not settled. Safe to run at any time. */
await runProgram(async () => {
  const services = await openServices(loadConfig())
  try {
    await reconcilePayments(createContext(services), (line) => process.stdout.write(`${line}\n`))
  } finally {
    await services.database.close()
  }
})
