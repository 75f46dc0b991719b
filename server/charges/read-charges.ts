import { formatBillNumber } from '#contract/bills/bill.ts'
import { toAmount } from '#contract/money.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { aboutBooking, enqueueLetter } from '#server/mail/outbox.ts'
import { dueLetter } from './letters.ts'
import { findHolder, type ListedCharge, listCharges, listDue, listDueOfOwner } from './queries.ts'

/** Families read the charges of their own bookings, without who added them and why. */
export async function listChargesOfBooking({ db, actor }: SignedInContext, bookingID: string) {
  const isFamily = actor.role === 'user'
  const holder = await findHolder(db, bookingID)
  if (!holder || (isFamily && holder.userID !== actor.userID)) throw new AppError('NOT_FOUND')
  const rows = await listCharges(db, bookingID)
  return rows.map(isFamily ? presentForFamily : present)
}

/** The holder, who pays the charges of a booking. */
export async function requireOwnCharges({ db, actor }: SignedInContext, bookingID: string) {
  const holder = await findHolder(db, bookingID)
  if (holder?.userID !== actor.userID) throw new AppError('NOT_FOUND')
  return holder
}

export const listOwnDue = async ({ db, actor }: SignedInContext) =>
  (await listDueOfOwner(db, actor.userID)).map(presentForFamily)

const present = ({ cents, bill, ...charge }: ListedCharge) => ({
  ...charge,
  amount: toAmount(cents),
  billNumber: bill === null ? null : formatBillNumber(bill),
})

const presentForFamily = (charge: ListedCharge) => ({ ...present(charge), addedBy: null, reason: '' })

/** Writes to the family about everything that is due, when a clerk asks for it. */
export const writeAboutDue = (context: SignedInContext, bookingID: string) =>
  inTransaction(context, async (context) => {
    const holder = await findHolder(context.db, bookingID)
    if (!holder) throw new AppError('NOT_FOUND')
    if (!holder.email) throw new AppError('NO_EMAIL_ADDRESS')
    const due = await listDue(context.db, bookingID)
    if (due.length === 0) throw new AppError('NOTHING_DUE')
    const content = dueLetter(bookingID, holder.beneficiaryName, due)
    await enqueueLetter(context, holder, aboutBooking(bookingID, content))
  })
