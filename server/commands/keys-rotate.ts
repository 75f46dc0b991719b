import { record } from '#server/audit/public.ts'
import { createContext } from '#server/core/context.ts'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { rotateKeys } from '#server/database/rotate-keys.ts'
import { countOlderValues } from '#server/database/sealed-values.ts'
import { renewKeyCheck } from '#server/start/installation.ts'
import { print, withDatabase } from '#server/start/maintenance.ts'
import { sealAudit } from '../audit/sealer.ts'

const advice = 'Make sure that ENCRYPTION_KEY begins with the same key on every server, and run this command again.'

/**
 * `npm run keys:rotate`: run it after ENCRYPTION_KEY is `new,old` on every replica; afterwards the old key can be removed.
 * With several replicas set `old,new` on all of them first, so that none reads data with a key that it does not have.
 */
await runProgram(() =>
  withDatabase(async (services) => {
    const context = createContext(services)
    const done = await rotateKeys(context)
    await record(context, 'keys.rotated', 'vault', done)
    /** Entries that were signed with the old key must be sealed while it is still there. */
    await sealAudit(context)
    for (const [column, rows] of Object.entries(done)) print(`${column}: ${rows} rows encrypted with the new key`)

    const counts = [...(await countOlderValues(context.db, context.vault.keyPrefix))]
    const left = counts.filter(([, rows]) => rows > 0).map(([column, rows]) => `${column}: ${rows} rows need it`)
    if (left.length > 0) throw new StartError(['Do not remove the older key yet.', ...left, advice].join('\n'))
    await renewKeyCheck(context)
    print(`Checked ${counts.map(([column]) => column).join(', ')}: nothing in the database needs an older key.`)
    print('Backups made until now need it. Keep it until the last of them is deleted, and put the new key beside it.')
  }),
)
