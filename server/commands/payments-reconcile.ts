import { reconcilePayments } from '../checkout/reconcile.ts'
import { createContext } from '../context.ts'
import { print, withDatabase } from '../maintenance.ts'
import { runProgram } from '../start-error.ts'

/** `npm run payments:reconcile`: asks the card provider about every payment that is not settled. Safe to run at any time. */
await runProgram(() => withDatabase((services) => reconcilePayments(createContext(services), print)))
