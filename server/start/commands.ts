import { counted } from '#contract/counted.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { StartError } from '#server/core/start-error.ts'
import { createAdmin } from '../accounts/open-account.ts'
import { hoursToSetPassword } from '../accounts/password-reset.ts'
import { findUserByEmail } from '../accounts/queries.ts'
import type { RegistrationDetails } from '../accounts/registration.ts'
import { liftAlone, suspendAccount } from '../accounts/user-administration.ts'
import { reconcilePayments } from '../checkout/reconcile.ts'
import { registerGuardedActs } from './guarded-acts.ts'

type Say = (line: string) => void

/** The maintenance commands that write. A running server does them too, with input that was sent as JSON. */
export const commands = {
  'account:suspend': suspendOrLift,
  'admin:create': addAdmin,
  'payments:reconcile': checkPayments,
} satisfies Record<string, (context: Context, input: never, say: Say) => Promise<void>>

export type CommandName = keyof typeof commands
export type CommandInput<N extends CommandName> = Parameters<(typeof commands)[N]>[1]

interface Suspension {
  email: string
  reason: string
  isLifted: boolean
}

async function suspendOrLift(context: Context, { email, reason, isLifted }: Suspension, say: Say) {
  const user = await findUserByEmail(context.db, email.trim().toLowerCase())
  if (!user) throw new StartError(`No account has the address ${email}.`)
  if (!isLifted) {
    registerGuardedActs()
    await suspendAccount(context, user.userID, reason)
    return say(`The account of ${user.fullName} is suspended.`)
  }
  if (!user.suspendedAt) throw new StartError(`The account of ${user.fullName} is not suspended.`)
  await inTransaction(context, (context) => liftAlone(context, user.userID, reason))
  say(`The account of ${user.fullName} is no longer suspended.`)
}

async function addAdmin(context: Context, details: RegistrationDetails, say: Say) {
  const link = await createAdmin(context, details)
  say(
    `The admin account was created. Set the password with this link within ${hoursToSetPassword} hours; it works once:\n${link}`,
  )
}

async function checkPayments(context: Context, _: null, say: Say) {
  const failed = await reconcilePayments(context, say)
  if (failed > 0)
    throw new StartError(
      `${counted(failed, 'payment')} could not be checked. Please run this again; after a restore, before a server starts.`,
    )
}
