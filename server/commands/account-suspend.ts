import { parseArgs } from 'node:util'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { runCommand } from '#server/start/maintenance.ts'

/** `npm run account:suspend -- [--lift] EMAIL REASON`: for when no admin can be reached. `--lift` ends a suspension. */
await runProgram(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { lift: { type: 'boolean' } } })
  const [email = '', ...words] = positionals
  const reason = words.join(' ').trim()
  if (!email || !reason) throw new StartError('Please give the email address of the account and a reason.')
  await runCommand('account:suspend', () => ({ email, reason, isLifted: values.lift ?? false }))
})
