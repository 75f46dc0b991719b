import { parseArgs } from 'node:util'
import { createContext } from '#server/core/context.ts'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { print, withDatabaseOrCopy } from '#server/start/maintenance.ts'
import { formatHead, parseHead } from '../audit/head.ts'
import { findKeptHeadProblem, keepHead } from '../audit/kept-head.ts'
import { verifyAudit } from '../urns/verify-audit.ts'

/** The number of problems that are printed, each on a line. */
const shown = 20

/**
 * `npm run audit:verify`: checks that the audit log was not changed and that everything that exists has left traces in it, also against
 * the head in the data folder, and with `-- --head NUMBER:HASH` against one that was kept elsewhere.
 */
await runProgram(async () => {
  const { values } = parseArgs({ options: { head: { type: 'string' } } })
  const expected = values.head === undefined ? undefined : parseHead(values.head)
  if (values.head !== undefined && !expected)
    throw new StartError('--head must be NUMBER:HASH, as printed by this command or logged by the server.')
  await withDatabaseOrCopy(async (services) => {
    const context = createContext(services)
    const { sealed, unsealed, unkeyed, head, ...found } = await verifyAudit(context, expected)
    const lost = await findKeptHeadProblem(context)
    const problems = lost ? [lost, ...found.problems] : found.problems
    if (problems.length > 0)
      throw new StartError(
        [
          'The audit log has been changed.',
          ...problems.slice(0, shown),
          ...(problems.length > shown ? [`... and ${problems.length - shown} more.`] : []),
        ].join('\n'),
      )
    await keepHead(context, head)
    print(`The audit log is unchanged: ${sealed} sealed entries, ${unsealed} not sealed yet. Head: ${formatHead(head)}`)
    if (unkeyed > 0)
      print(`The first ${unkeyed} were sealed by an earlier version; the key covers the last of their hashes.`)
  })
})
