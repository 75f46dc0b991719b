import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { describeBlock } from '#contract/rights/claim.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import type { Context } from '#server/core/context.ts'
import { preparedStatement } from '#server/database/prepared.ts'
import { bookings, rightObjections, rights } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { type Db, only } from '#server/ports/database.ts'

/**
 * Refuses while an objection to the right of this booking is open, or to the right to its niche. Call it in the transaction of the move,
 * after locking booking and accounts: it locks the right, so that an objection and a move come one after the other.
 */
export async function requireUnblocked(context: Pick<Context, 'db'>, bookingID: string) {
  const right = await lockRightOf(context.db, bookingID)
  if (right) await refuseBlocked(context, right)
}

/** The same for a caller that has locked the right. */
export async function refuseBlocked({ db }: Pick<Context, 'db'>, locked: Named) {
  const blocked = await findBlock(db, locked)
  if (blocked) throw blocked
}

interface Named {
  rightID: string
  number: number
}

/** Reads without a lock. */
export async function findBlock(db: Db, { rightID, number }: Named): Promise<AppError | undefined> {
  const since = (await listBlockedRights(db, [rightID])).get(rightID)
  return since && new AppError('RIGHT_BLOCKED', { why: describeBlock(formatRightNumber(number), since) })
}

/** The times since which objections are open, by the ID of the right. */
export async function listBlockedRights(db: Db, rightIDs: readonly string[]): Promise<Map<string, Date>> {
  const open = await db
    .select({ rightID: rightObjections.rightID, at: rightObjections.at })
    .from(rightObjections)
    .where(and(inArray(rightObjections.rightID, [...rightIDs]), eq(rightObjections.state, 'open').inlineParams()))
    .orderBy(asc(rightObjections.at))
  return new Map(open.map(({ rightID, at }) => [rightID, at] as const).toReversed())
}

const selectRightOf = (db: Db) =>
  db
    .select({
      rightID: rights.rightID,
      number: rights.number,
      state: rights.state,
      clearedTo: rights.clearedTo,
      urnsAskedAt: rights.urnsAskedAt,
      deedNumber: rights.deedNumber,
      basis: rights.basis,
      years: rights.years,
      endsOn: rights.endsOn,
    })
    .from(bookings)
    .innerJoin(
      rights,
      sql`${rights.rightID} = coalesce(${bookings.rightID}, (
        select r.right_id from ${rights} r where r.niche_id = ${bookings.nicheID} and r.state <> 'surrendered'))`,
    )
    .where(eq(bookings.bookingID, sql.placeholder('bookingID')))

/** A booking beside another one names no right before it is confirmed: then that of its niche counts. */
export const findRightNamed = (db: Db, bookingID: string) => rightNamed(db).execute({ bookingID }).then(only)
const rightNamed = preparedStatement((db) => selectRightOf(db).prepare('right_named'))

export const lockRightOf = (db: Db, bookingID: string) => lockingRight(db).execute({ bookingID }).then(only)
const lockingRight = preparedStatement((db) =>
  selectRightOf(db).for('no key update', { of: rights }).prepare('lock_right_named'),
)
