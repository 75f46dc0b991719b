import { type BillSettings, formatBillNumber } from '#contract/bills/bill.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { tellOfChange } from '#server/mail/public.ts'
import type { Db } from '#server/ports/database.ts'
import { findSeries, saveSeries } from './queries.ts'

export async function readBillSettings(db: Db) {
  const { firstNumber, lastNumber, nicheAccount, chargeAccount, payTo } = (await findSeries(db)) ?? noBills
  return { firstNumber: String(firstNumber), nicheAccount, chargeAccount, payTo, hasBills: lastNumber >= firstNumber }
}

const noBills = { firstNumber: 1, lastNumber: 0, nicheAccount: '', chargeAccount: '', payTo: '' }

/**
 * The first number can be chosen until there is a bill, and the accounts at any time, for bills to come. All admins are told of another bank
 * account, to which money would go unnoticed.
 */
export const saveBillSettings = (context: SignedInContext, { firstNumber, nicheAccount, ...sent }: BillSettings) =>
  inTransaction(context, async (context) => {
    const { db } = context
    const before = await readBillSettings(db)
    const payTo = sent.payTo ?? before.payTo
    const change = `${before.payTo || 'none'} → ${payTo || 'none'}`
    const first = Number(firstNumber)
    await record(context, 'house.changed', 'house', {
      firstNumber: `${formatBillNumber(Number(before.firstNumber))} → ${formatBillNumber(first)}`,
      nicheAccount: `${before.nicheAccount || 'none'} → ${nicheAccount || 'none'}`,
      chargeAccount: `${before.chargeAccount || 'none'} → ${(sent.chargeAccount ?? before.chargeAccount) || 'none'}`,
      payTo: change,
    })
    if (!(await saveSeries(db, { ...sent, firstNumber: first, nicheAccount }))) throw new AppError('BILLS_BEGUN')
    if (payTo !== before.payTo) await tellOfChange(context, 'bankAccount', { payTo: change })
  })
