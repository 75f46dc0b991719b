import { toDay } from '#contract/dates.ts'
import { endAfter, extensionRulesOf, nextExtension } from '#contract/rights/extension.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { readRightRules } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import { findBlock, refuseBlocked } from './blocks.ts'
import {
  type Extension,
  isExtensionCharged,
  lockDoneExtensions,
  lockPaidExtensions,
  markExtended,
  storeRules,
} from './extension-queries.ts'
import { lockRightByID } from './lock-right.ts'
import { moveRights } from './move-rights.ts'
import { findRightOf, type RightRow } from './queries.ts'

/** What the next extension of the right of a booking does. Undefined if it has none now, one that is charged and not paid yet, or an objection. */
export async function readNextExtension(context: Context, bookingID: string) {
  const right = await findRightOf(context.db, bookingID)
  const next = right && (await foreseeExtension(context, right))
  if (!right || !next || (await findBlock(context.db, right))) return undefined
  return (await isExtensionCharged(context.db, right.rightID)) ? undefined : next
}

/**
 * The same for whoever charges it. Locked, two members of a family who want to extend their right come one after the other. The right keeps
 * the rules that the bill names, so the house can change its own before it is paid.
 */
export async function lockNextExtension(context: Context, bookingID: string) {
  const found = await findRightOf(context.db, bookingID)
  const right = found && (await lockRightByID(context, found.rightID))
  const next = right && (await foreseeExtension(context, right))
  if (!next) throw new AppError('RIGHT_NOT_EXTENDABLE')
  await refuseBlocked(context, right)
  if (await isExtensionCharged(context.db, right.rightID)) throw new AppError('EXTENSION_CHARGED')
  await storeRules(context.db, right.rightID, extensionRulesOf(right, await readRightRules(context)))
  return { ...next, rightID: right.rightID }
}

/** What the next extension does, whether or not something is in its way today. */
export async function foreseeExtension(context: Context, right: RightRow) {
  const next = nextExtension(right, await readRightRules(context), toDay(context.clock()))
  return next && { ...next, number: formatRightNumber(right.number) }
}

/** Extends what this payment pays for, in the transaction that settles it. Waiving a charge extends nothing. */
export const extendPaid = async (context: Context, paymentID: string) =>
  extendEach(context, await lockPaidExtensions(context.db, paymentID))

/** A server of the version before settles a payment and extends nothing. */
export const extendPaidElsewhere = (context: Context) =>
  inTransaction(context, async (context) => extendEach(context, await lockPaidExtensions(context.db)))

async function extendEach(context: Context, paid: readonly Extension[]) {
  for (const { right, chargeID, bookingID } of paid) {
    /** The job extends it once the objection has ended. */
    if (await findBlock(context.db, right)) continue
    const rules = extensionRulesOf(right, await readRightRules(context))
    /** The version before stores no rules when it charges. The job extends the right once the house has some again. */
    if (!rules.extensionYears) continue
    if (!(await markExtended(context.db, chargeID, context.clock()))) continue
    const extended = right.extended + 1
    const endsOn = endAfter(right, rules.extensionYears, extended)
    const set = { ...rules, extended, endsOn, firstEndsOn: right.firstEndsOn ?? right.endsOn }
    await moveRights(context, 'extend', [right], { bookingID, set })
  }
}

/** Takes back what this payment has extended, because it is refunded. */
export async function retractExtensions(context: Context, paymentID: string) {
  for (const { right, chargeID, bookingID } of await lockDoneExtensions(context.db, paymentID)) {
    if (!(await markExtended(context.db, chargeID, null))) continue
    if (!right.extensionYears) throw new Error('A right that was extended has no rules')
    const extended = right.extended - 1
    const endsOn = endAfter(right, right.extensionYears, extended)
    await moveRights(context, 'retract', [right], { bookingID, set: { extended, endsOn } })
  }
}
