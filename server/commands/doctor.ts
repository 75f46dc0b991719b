import { type Check, checklistLabels } from '#contract/dashboard/api.ts'
import { createContext } from '#server/core/context.ts'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { AppError } from '#server/http/errors.ts'
import { print, withDatabaseOrCopy } from '#server/start/maintenance.ts'
import { readChecklist } from '../dashboard/checklist.ts'

/** `npm run doctor`: the checklist of the admin dashboard, and why a server does not answer. It fails if something is missing. */
await runProgram(() =>
  withDatabaseOrCopy(
    async (services) => {
      const reasons = new Map<Check, string>()
      const items = await readChecklist(createContext(services), (check, error) => {
        reasons.set(check, sentenceOf(error))
      })
      for (const { check, done } of items) {
        print(`${done ? 'done   ' : 'missing'}  ${checklistLabels[check]}`)
        const reason = reasons.get(check)
        if (reason) print(`         ${reason}`)
      }
      if (items.some(({ done }) => !done)) throw new StartError('This installation is not ready for visitors yet.')
      // What the log would add is for the operators of the server.
    },
    { logLevel: 'silent' },
  ),
)

function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return error.publicMessage
  return error instanceof Error ? error.message : String(error)
}
