import { parseArgs } from 'node:util'
import { verifyAudit } from '../audit/verify.ts'
import { loadConfig } from '../config.ts'
import { openServices } from '../services.ts'
import { runProgram, StartError } from '../start-error.ts'

/** `npm run audit:verify`: tells whether the audit log is as it was written; with `-- --head HASH`, also whether its end is there. */
await runProgram(async () => {
  const { values } = parseArgs({ options: { head: { type: 'string' } } })
  const { database } = await openServices(loadConfig())
  try {
    const { sealed, unsealed, head, problems } = await verifyAudit(database.db, values.head)
    if (problems.length > 0) throw new StartError(['The audit log is not as it was written.', ...problems].join('\n'))
    process.stdout.write(`The audit log is whole: ${sealed} entries sealed, ${unsealed} too new to be. Head: ${head}\n`)
  } finally {
    await database.close()
  }
})
