import { runProgram } from '#server/core/start-error.ts'
import { runCommand } from '#server/start/maintenance.ts'

/** `npm run payments:reconcile`: asks the card provider about every payment that is not settled, and for payments, refunds and disputes that the database does not know. Safe to run at any time. */
await runProgram(() => runCommand('payments:reconcile', () => null))
