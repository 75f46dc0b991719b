import { randomUUID } from 'node:crypto'
import { formatDay, toDay } from '#contract/dates.ts'
import { rateOn } from '#contract/house/tax.ts'
import { toAmount, toCents } from '#contract/money.ts'
import type { ChargingApproval, TaxCategory } from '#contract/prices/price.ts'
import { remember } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { chargeMoves, charges } from '#server/database/schema.ts'
import { readTaxRules } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import { requireSameRequest } from '#server/http/repeated-request.ts'
import { aboutBooking, enqueueLetter } from '#server/mail/outbox.ts'
import { findTodaysPrice, listPricesAt } from '#server/prices/public.ts'
import { lockNextExtension, requireUnblocked } from '#server/rights/public.ts'
import { dueLetter } from './letters.ts'
import {
  type AddedCharge,
  type ChargeRow,
  findAddedCharge,
  findHolder,
  isChargedFor,
  listDue,
  lockBookingOf,
} from './queries.ts'

type PriceRow = NonNullable<Awaited<ReturnType<typeof findTodaysPrice>>>
type NewCharge = Omit<ChargeRow, 'taxRate' | 'addedAt' | 'paymentID' | 'waivedAt' | 'extendsRightID' | 'extendedAt'> &
  Partial<Pick<ChargeRow, 'extendsRightID'>>

export interface Added {
  chargeID: string
  bookingID: string
}

export const addListed = (context: SignedInContext, { priceID, ...added }: Added & { priceID: string }) =>
  addOnce(context, added, { priceID }, async (context) => {
    const price = await findTodaysPrice(context, priceID)
    /** The item, since the clerk opened the list, got another price or was withdrawn. */
    if (!price) throw new AppError('PRICE_CHANGED')
    if (price.kind === 'plaque') await requireUnblocked(context, added.bookingID)
    const extension = price.kind === 'extension' ? await chargeExtension(context, added.bookingID, price) : {}
    await insertCharge(context, { ...added, ...fromPrice(price), ...extension, chargedFor: null })
  })

/** An extension is charged for the right that it extends once it is paid. The bill says until when. */
async function chargeExtension(context: Context, bookingID: string, { name }: PriceRow) {
  const { rightID, number, until } = await lockNextExtension(context, bookingID)
  return { extendsRightID: rightID, text: `${name}: right ${number}, until ${formatDay(until)}` }
}

interface FreeCharge extends Added {
  text: string
  amount: string
  taxCategory: TaxCategory
  reason: string
}

export function addFree(context: SignedInContext, { amount, reason, ...added }: FreeCharge) {
  const sold = { ...added, cents: toCents(amount) ?? 0, priceID: null }
  return addOnce(context, added, { ...sold, reason }, (context) =>
    insertCharge(context, { ...sold, chargedFor: null, accountCode: '' }, reason),
  )
}

/** A call that is sent again with the same ID adds nothing. One that says something else with it is refused. */
const addOnce = (
  context: SignedInContext,
  { chargeID, bookingID }: Added,
  sent: Partial<AddedCharge>,
  add: (context: SignedInContext) => Promise<void>,
) =>
  inTransaction(context, async (context) => {
    if (!(await lockBookingOf(context.db, bookingID))) throw new AppError('NOT_FOUND')
    const earlier = await findAddedCharge(context.db, chargeID)
    if (earlier) requireSameRequest(earlier, { ...sent, bookingID, addedByID: context.actor.userID })
    else await add(context)
  })

const fromPrice = ({ priceID, name, grossCents, taxCategory, accountCode }: PriceRow) => ({
  priceID,
  text: name,
  cents: grossCents,
  taxCategory,
  accountCode,
})

async function insertCharge(context: Context, charge: NewCharge, reason = '') {
  const { actor, clock } = context
  const { chargeID, bookingID, text, cents, taxCategory } = charge
  const at = clock()
  const taxRate = taxCategory === 'standard' ? rateOn(await readTaxRules(context), toDay(at)) : 0
  const details = { text, amount: toAmount(cents), ...(reason && { reason }) }
  const move = { chargeID, event: 'add' as const, reason, actorID: charge.chargedFor ? null : actor?.userID, at }
  await remember(context, chargeMoves, move, 'charge.add', { subject: bookingID, details })
    .insert(charges)
    .values({ ...charge, taxRate, addedAt: at })
}

/**
 * Charges what the price list charges by itself with this approval, in its transaction, and tells the family. `approved` has the ID of what
 * was approved on each occasion: approved once more after a mistake, it is not charged again. It costs what the family read when it asked for
 * it. The booking is locked.
 */
export async function chargeForApproval(
  context: Context,
  bookingID: string,
  approved: Partial<Record<ChargingApproval, { id: string; askedAt: Date }>>,
) {
  let isAdded = false
  for (const [occasion, { id, askedAt }] of Object.entries(approved)) {
    const prices = await listPricesAt(context.db, askedAt)
    for (const price of prices.filter(({ chargedWhen }) => chargedWhen === occasion)) {
      const chargedFor = `${price.itemID}:${id}`
      if (await isChargedFor(context.db, chargedFor)) continue
      await insertCharge(context, { chargeID: randomUUID(), bookingID, ...fromPrice(price), chargedFor })
      isAdded = true
    }
  }
  const holder = isAdded && (await findHolder(context.db, bookingID))
  if (!holder) return
  const cause = Object.values(approved).map(({ id }) => id)
  const due = await listDue(context.db, bookingID)
  const content = dueLetter(bookingID, holder.beneficiaryName, due, cause.join(':'))
  await enqueueLetter(context, holder, aboutBooking(bookingID, content))
}
