import { demoAccounts } from '#contract/accounts/demo-accounts.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { findUser } from './queries.ts'
import { codeAt, stepAt } from './totp.ts'

/** The authenticator code of a demo account; the next one if the current one was already used. */
export async function getDemoCode({ db, vault, clock, actor }: SignedInContext) {
  const user = await findUser(db, actor.userID)
  if (!user?.totpSealed || !demoAccounts.some(({ email }) => email === user.email)) throw new AppError('NOT_FOUND')
  const now = stepAt(clock())
  const step = Math.min(Math.max(now, user.totpLastStep + 1), now + 1)
  return { code: codeAt(vault.openText(user.totpSealed), step) }
}
