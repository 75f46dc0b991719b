import { type Check, checklistLabels, optionalChecks } from '#contract/dashboard/api.ts'
import { createContext } from '#server/core/context.ts'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { AppError } from '#server/http/errors.ts'
import { print, runCommand, withDatabaseOrCopy } from '#server/start/maintenance.ts'
import { verifyBooks } from '../bills/verify-books.ts'
import { findRestoredAsOf } from '../checkout/unknown-payments.ts'
import { readChecklist } from '../dashboard/checklist.ts'

/** The log is silent, because what it would add is for the operators of the server. */
const silently = { logLevel: 'silent' as const }

/**
 * `npm run doctor`: the checklist of the admin dashboard, and why a server does not answer. It fails if something is missing. It also
 * compares bills with payments. The first time after a restore, it compares the payments with those of the card provider.
 */
await runProgram(async () => {
  if (await isJustRestored()) await runCommand('payments:reconcile', () => null)
  await withDatabaseOrCopy(async (services) => {
    const reasons = new Map<Check, string>()
    const items = await readChecklist(createContext(services), (check, error) => {
      reasons.set(check, sentenceOf(error))
    })
    for (const { check, done } of items) {
      const missing = optionalChecks.includes(check) ? 'not set' : 'missing'
      print(`${done ? 'done   ' : missing}  ${checklistLabels[check]}`)
      const reason = reasons.get(check)
      if (reason) print(`         ${reason}`)
    }
    const problems = await verifyBooks(services.database.db)
    print(`${problems.length === 0 ? 'done   ' : 'missing'}  Bills and payments agree`)
    for (const problem of problems.slice(0, 5)) print(`         ${problem}`)
    if (items.some(({ check, done }) => !done && !optionalChecks.includes(check)) || problems.length > 0)
      throw new StartError('This installation is not ready for visitors yet.')
  }, silently)
})

async function isJustRestored() {
  let restoredAsOf: Date | undefined
  await withDatabaseOrCopy(
    async ({ database }) => {
      restoredAsOf = await findRestoredAsOf(database.db)
    },
    silently,
    () => undefined,
  )
  return restoredAsOf !== undefined
}

function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return error.publicMessage
  return error instanceof Error ? error.message : String(error)
}
