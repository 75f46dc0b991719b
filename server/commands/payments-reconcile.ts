import { createContext } from '#server/core/context.ts'
import { runProgram } from '#server/core/start-error.ts'
import { print, withDatabase } from '#server/start/maintenance.ts'
import { reconcilePayments } from '../checkout/reconcile.ts'

/** `npm run payments:reconcile`: asks the card provider about every payment that is not settled, and for those that the database does not know. Safe to run at any time. */
await runProgram(() => withDatabase((services) => reconcilePayments(createContext(services), print)))
