import { and, eq } from 'drizzle-orm'
import type { HolderPlaced } from '#contract/rights/holder.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import type { Context } from '#server/core/context.ts'
import { isSameName } from '#server/database/same-name.ts'
import { beneficiaries, bookings, urnRequests } from '#server/database/schema.ts'
import { findRightNamed } from './blocks.ts'
import { listLivingHolders } from './holders.ts'

/**
 * The holder of the right to this niche who has the name or number of the person of the booking, while the booking says that this person
 * has died and nobody has recorded it of the holder.
 */
export async function findHolderPlaced(
  context: Pick<Context, 'db' | 'vault'>,
  bookingID: string,
): Promise<HolderPlaced | null> {
  const { db, vault } = context
  const right = await findRightNamed(db, bookingID)
  if (!right || right.state === 'surrendered') return null
  const [booked] = await db
    .select({ person: beneficiaries, type: bookings.bookingType, requestID: urnRequests.urnRequestID })
    .from(bookings)
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .leftJoin(
      urnRequests,
      and(eq(urnRequests.bookingID, bookings.bookingID), eq(urnRequests.status, 'Open').inlineParams()),
    )
    .where(eq(bookings.bookingID, bookingID))
  if (!booked || (booked.type === 'PreOrder' && booked.requestID === null)) return null
  const { beneficiaryName, nationalIDSealed } = booked.person
  const number = vault.openText(nationalIDSealed)
  const holder = (await listLivingHolders(context, right.rightID)).find(({ holder, name, account }) => {
    const ownSealed = holder.nricSealed ?? account?.nricSealed
    const isSameNumber = ownSealed && number !== '' && vault.openText(ownSealed).toUpperCase() === number.toUpperCase()
    return isSameNumber || isSameName(name, beneficiaryName)
  })
  return holder ? { right: formatRightNumber(right.number), name: holder.name } : null
}
