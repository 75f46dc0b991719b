import { eq } from 'drizzle-orm'
import type { SignedInContext } from '#server/core/context.ts'
import { users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { findRightNamed } from './blocks.ts'
import { type HolderRow, hasDied, listHolders } from './holders.ts'

/**
 * Refuses a family that does not hold the right of this booking today, whoever paid for it. A holder is the account of the booking that
 * names them, or the account whose identity number staff have seen and two people have recorded for them. An account of a holder who is
 * recorded as dead decides nothing. Staff have seen the papers. Nobody is refused before the right has holders.
 */
export async function requireHolder(context: SignedInContext, bookingID: string) {
  const { db, vault, actor } = context
  if (actor.role !== 'user') return
  const right = await findRightNamed(db, bookingID)
  const holders = right ? await listHolders(context, right.rightID) : []
  if (holders.length === 0) return
  const [own] = await db
    .select({ nricSealed: users.nricSealed, nricSeenAt: users.nricSeenAt })
    .from(users)
    .where(eq(users.userID, actor.userID))
  const number = own?.nricSeenAt && own.nricSealed && vault.openText(own.nricSealed)
  const isOwn = ({ account, holder: { nricSealed } }: HolderRow) =>
    account?.userID === actor.userID || (nricSealed !== null && vault.openText(nricSealed) === number)
  const held = holders.filter(isOwn)
  if (held.length === 0) throw new AppError('NOT_THE_HOLDER')
  if (held.every(hasDied)) throw new AppError('HOLDER_RECORDED_AS_DEAD')
}
