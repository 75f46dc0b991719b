import { checklistLabels } from '#contract/dashboard/api.ts'
import { createContext } from '#server/core/context.ts'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { print, withDatabase } from '#server/start/maintenance.ts'
import { readChecklist } from '../dashboard/checklist.ts'

/** `npm run doctor`: the checklist of the admin dashboard. It fails if something is missing. */
await runProgram(() =>
  withDatabase(async (services) => {
    const items = await readChecklist(createContext(services))
    for (const { check, done } of items) print(`${done ? 'done   ' : 'missing'}  ${checklistLabels[check]}`)
    if (items.some(({ done }) => !done)) throw new StartError('This installation is not ready for visitors yet.')
  }),
)
