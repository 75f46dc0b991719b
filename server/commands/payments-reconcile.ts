import { createContext } from '#server/core/context.ts'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { print, withDatabase } from '#server/start/maintenance.ts'
import { reconcilePayments } from '../checkout/reconcile.ts'
import { AppError } from '../http/errors.ts'

/** `npm run payments:reconcile`: asks the card provider about every payment that is not settled, and for those that the database does not know. Safe to run at any time. */
await runProgram(() =>
  withDatabase(async (services) => {
    const failed = await reconcilePayments(createContext(services), print).catch((error: unknown) => {
      throw error instanceof AppError ? new StartError(error.publicMessage) : error
    })
    if (failed > 0)
      throw new StartError(
        `${failed} ${failed === 1 ? 'payment' : 'payments'} could not be checked. Please run this again; after a restore, before a server starts.`,
      )
  }),
)
