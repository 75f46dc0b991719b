import { createContext } from '#server/core/context.ts'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { registerGuardedActs } from '#server/start/guarded-acts.ts'
import { print, withDatabase } from '#server/start/maintenance.ts'
import { findUserByEmail } from '../accounts/queries.ts'
import { suspendAccount } from '../accounts/suspend-account.ts'
import { AppError } from '../http/errors.ts'

/** `npm run account:suspend -- EMAIL REASON`: for when no admin can be reached. An admin lifts it on the page User Management. */
await runProgram(async () => {
  const [email = '', ...words] = process.argv.slice(2)
  const reason = words.join(' ').trim()
  if (!email || !reason) throw new StartError('Please give the e-mail address of the account and a reason.')
  registerGuardedActs()
  await withDatabase(async (services) => {
    const context = createContext(services)
    const user = await findUserByEmail(context.db, email.trim().toLowerCase())
    if (!user) throw new StartError(`No account has the address ${email}.`)
    await suspendAccount(context, user.userID, reason).catch((error: unknown) => {
      throw error instanceof AppError ? new StartError(error.publicMessage) : error
    })
    print(`The account of ${user.fullName} is suspended.`)
  })
})
