import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { hasHours } from '#contract/appointments/hours.ts'
import { type Check, type ChecklistItem, optionalChecks } from '#contract/dashboard/api.ts'
import type { Context } from '#server/core/context.ts'
import { blockDrafts, blocks, hallSchedules, levels, users } from '#server/database/schema.ts'
import { hasHouseDetails, readOpenHouse } from '#server/house/public.ts'
import { checkMailServer } from '#server/mail/public.ts'
import { type Db, isThere } from '#server/ports/database.ts'
import { hasPrices } from '#server/prices/public.ts'

type Needs = Pick<Context, 'db' | 'config' | 'gateway'>
type OnFailure = (check: Check, error: unknown) => void

/**
 * What a new house needs before its first sale, in the order in which an admin does it. Why another server does not answer is told to
 * the caller alone: it may name hosts and users.
 */
export async function readChecklist(context: Needs, onFailure: OnFailure): Promise<ChecklistItem[]> {
  const { db, config, gateway } = context
  const answers = async (check: Check, call: () => Promise<void>) => {
    try {
      await call()
      return true
    } catch (error) {
      onFailure(check, error)
      return false
    }
  }
  const [mail, payments] = await Promise.all([
    answers('mail', () => checkMailServer(config)),
    answers('payments', () => gateway.check()),
  ])
  return [
    { check: 'details', done: await hasHouseDetails(context) },
    /** Laid out is enough: publishing is the last step. */
    { check: 'hall', done: (await isThere(db, blocks)) || (await isThere(db, blockDrafts)) },
    { check: 'hours', done: await hasHoursEverywhere(db) },
    { check: 'prices', done: await hasPrices(context) },
    { check: 'clerk', done: await hasWorkingClerk(db) },
    { check: 'mail', done: mail },
    { check: 'payments', done: payments },
    { check: 'open', done: (await readOpenHouse(context)).isOpen },
  ]
}

/** The reasons go to the log. */
export const readChecklistAndLog = (context: Needs & Pick<Context, 'log'>) =>
  readChecklist(context, (check, error) =>
    context.log.warn({ err: error, check }, 'a check of the installation failed'),
  )

/** The steps before opening that are not done. */
export async function listMissingSteps(context: Needs & Pick<Context, 'log'>): Promise<Check[]> {
  const items = await readChecklistAndLog(context)
  return items.flatMap(({ check, done }) => (done || check === 'open' || optionalChecks.includes(check) ? [] : check))
}

/** True if every hall with a block, even one that is only laid out, has hours, so that each family can choose a day for the placement. */
async function hasHoursEverywhere(db: Db): Promise<boolean> {
  const levelIDs = db.select({ levelID: blocks.levelID }).from(blocks)
  const withBlocks = await db
    .selectDistinct({ buildingID: levels.buildingID, hours: hallSchedules.hours })
    .from(levels)
    .leftJoin(hallSchedules, eq(hallSchedules.buildingID, levels.buildingID))
    .where(inArray(levels.levelID, levelIDs.union(db.select({ levelID: blockDrafts.levelID }).from(blockDrafts))))
  return withBlocks.length > 0 && withBlocks.every(({ hours }) => hasHours(hours))
}

/** Somebody beside the admin, for moves that need two people, who has set up the second factor. */
function hasWorkingClerk(db: Db): Promise<boolean> {
  const isClerk = inArray(users.role, ['staff', 'witness']).inlineParams()
  const isWorking = and(isClerk, isNull(users.closedAt), isNull(users.suspendedAt), isNotNull(users.totpSealed))
  return isThere(db, users, isWorking)
}
