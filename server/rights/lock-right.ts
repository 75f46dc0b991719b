import { eq, getTableColumns, type SQL } from 'drizzle-orm'
import { readRightNumber } from '#contract/rights/term.ts'
import type { Context } from '#server/core/context.ts'
import { niches, rights } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'
import { listUrnsOf } from './agreement-queries.ts'
import { listHolders } from './holders.ts'

type WithDb = Pick<Context, 'db'>
type WithVault = Pick<Context, 'db' | 'vault'>
export type LockedRight = Awaited<ReturnType<typeof lockWhere>>

/** Reads the number as people write it. The right may be surrendered, whose urns may still be with the house. */
export const lockRight = ({ db }: WithDb, sentNumber: string) =>
  lockWhere(db, eq(rights.number, readRightNumber(sentNumber) ?? 0))

export const lockRightByID = ({ db }: WithDb, rightID: string) => lockWhere(db, eq(rights.rightID, rightID))

async function lockWhere(db: Db, isWanted: SQL) {
  const [right] = await db
    .select({ ...getTableColumns(rights), nicheCode: niches.nicheCode })
    .from(rights)
    .innerJoin(niches, eq(niches.nicheID, rights.nicheID))
    .where(isWanted)
    .for('update', { of: rights })
  if (!right) throw new AppError('NOT_FOUND')
  return right
}

/** Locks a right that is not surrendered, which can be claimed and whose contacts may change. */
export async function lockChangeable(context: WithVault, sentNumber: string) {
  const right = await lockRight(context, sentNumber)
  if (right.state === 'surrendered') throw new AppError('NOT_FOUND')
  return { right, holders: await listHolders(context, right.rightID) }
}

/**
 * Locks a right whose holders may change. Those of a surrendered right agree to the release of its urns, so somebody can follow one of them
 * who has died as long as the house has an urn.
 */
export async function lockHolders(context: WithVault, sentNumber: string) {
  const right = await lockRight(context, sentNumber)
  const decides = right.state !== 'surrendered' || (await listUrnsOf(context.db, right.rightID)).length > 0
  if (!decides) throw new AppError('NOT_FOUND')
  return { right, holders: await listHolders(context, right.rightID) }
}
