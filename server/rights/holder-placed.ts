import type { BookingType } from '#contract/bookings/booking.ts'
import type { HolderPlaced } from '#contract/rights/holder.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import type { Context } from '#server/core/context.ts'
import { isSameName } from '#server/database/same-name.ts'
import type { beneficiaries } from '#server/database/schema.ts'
import { findRightNamed } from './blocks.ts'
import { listLivingHolders } from './holders.ts'

interface Booked {
  bookingID: string
  bookingType: BookingType
  beneficiary: Pick<typeof beneficiaries.$inferSelect, 'beneficiaryName' | 'nationalIDSealed'>
  /** The open urn request. */
  urn: object | null
}

/**
 * The holder of the right to this niche who has the name or number of the person of the booking, while the booking says that this person
 * has died and nobody has recorded it of the holder.
 */
export async function findHolderPlaced(
  context: Pick<Context, 'db' | 'vault'>,
  { bookingID, bookingType, beneficiary, urn }: Booked,
): Promise<HolderPlaced | null> {
  if (bookingType === 'PreOrder' && urn === null) return null
  const { db, vault } = context
  const right = await findRightNamed(db, bookingID)
  if (!right || right.state === 'surrendered') return null
  const number = vault.openText(beneficiary.nationalIDSealed)
  const holder = (await listLivingHolders(context, right.rightID)).find(({ holder, name, account }) => {
    const ownSealed = holder.nricSealed ?? account?.nricSealed
    const isSameNumber = ownSealed && number !== '' && vault.openText(ownSealed).toUpperCase() === number.toUpperCase()
    return isSameNumber || isSameName(name, beneficiary.beneficiaryName)
  })
  return holder ? { right: formatRightNumber(right.number), name: holder.name } : null
}
