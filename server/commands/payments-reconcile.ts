import { reconcilePayments } from '../checkout/reconcile.ts'
import { loadConfig } from '../config.ts'
import { contextOf } from '../context.ts'
import { openServices } from '../services.ts'
import { runOrExplain } from '../start-error.ts'

/** `npm run payments:reconcile`: asks the card provider about every payment that is not settled; safe at any time and any number of times. */
await runOrExplain(async () => {
  const services = await openServices(loadConfig())
  try {
    await reconcilePayments(contextOf(services), (line) => process.stdout.write(`${line}\n`))
  } finally {
    await services.database.close()
  }
})
