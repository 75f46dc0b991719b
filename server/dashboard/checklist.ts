import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { ChecklistItem } from '#contract/dashboard/api.ts'
import type { Context } from '#server/context.ts'
import { niches, users } from '#server/database/schema.ts'
import { hasHouseDetails, readHouse } from '#server/house/actions.ts'
import { checkMailServer } from '#server/mail/actions.ts'

type Needs = Pick<Context, 'db' | 'config' | 'gateway' | 'log'>

/** What a new house needs before its first sale, in the order in which an admin does it. */
export async function readChecklist(context: Needs): Promise<ChecklistItem[]> {
  const { db, config, gateway } = context
  const [mail, payments] = await Promise.all([
    answers(context, 'mail', () => checkMailServer(config)),
    answers(context, 'payments', () => gateway.check()),
  ])
  return [
    { check: 'details', done: await hasHouseDetails(context) },
    { check: 'hall', done: await exists(db.select({ one: niches.nicheID }).from(niches).limit(1)) },
    { check: 'clerk', done: await exists(db.select({ one: users.userID }).from(users).where(isWorkingClerk).limit(1)) },
    { check: 'mail', done: mail },
    { check: 'payments', done: payments },
    { check: 'open', done: (await readHouse(context)).isOpen },
  ]
}

/** Has accepted the invitation and set up the second factor. */
const isWorkingClerk = and(eq(users.role, 'staff'), isNull(users.closedAt), isNotNull(users.totpSealed))

const exists = async (rows: PromiseLike<unknown[]>) => (await rows).length > 0

/** The reason is in the server's log only: it may name hosts and users. */
async function answers({ log }: Needs, check: string, call: () => Promise<void>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    log.warn({ err: error, check }, 'a check of the installation failed')
    return false
  }
}
