import { parseArgs } from 'node:util'
import { verifyAudit } from '../audit/verify.ts'
import { print, withDatabase } from '../maintenance.ts'
import { runProgram, StartError } from '../start-error.ts'

/** `npm run audit:verify`: checks that the audit log was not changed; with `-- --head HASH`, also that its end was not cut off. */
await runProgram(async () => {
  const { values } = parseArgs({ options: { head: { type: 'string' } } })
  await withDatabase(async ({ database }) => {
    const { sealed, unsealed, head, problems } = await verifyAudit(database.db, values.head)
    if (problems.length > 0) throw new StartError(['The audit log has been changed.', ...problems].join('\n'))
    print(`The audit log is unchanged: ${sealed} sealed entries, ${unsealed} not sealed yet. Head: ${head}`)
  })
})
