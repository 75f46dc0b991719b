import { parseArgs } from 'node:util'
import { verifyAudit } from '../audit/verify.ts'
import { loadConfig } from '../config.ts'
import { openServices } from '../services.ts'
import { runOrExplain, StartError } from '../start-error.ts'

/** `npm run audit:verify`: tells whether the audit log is as it was written; with `-- --head HASH`, also whether its end is there. */
await runOrExplain(async () => {
  const { values } = parseArgs({ options: { head: { type: 'string' } } })
  const { database } = await openServices(loadConfig())
  try {
    const { sealed, unsealed, head, faults } = await verifyAudit(database.db, values.head)
    if (faults.length > 0) throw new StartError(['The audit log is not as it was written.', ...faults].join('\n'))
    process.stdout.write(`The audit log is whole: ${sealed} entries sealed, ${unsealed} too new to be. Head: ${head}\n`)
  } finally {
    await database.close()
  }
})
