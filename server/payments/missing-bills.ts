import { dayMs } from '#contract/dates.ts'
import { billPayment, creditPayment, findBillOfPayment, listUnbilled } from '#server/bills/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { findPaymentFacts, lockPayment } from './queries.ts'

const batchSize = 100
/** An upgrade, during which servers of the previous version settle payments without a bill, takes minutes. */
const upgradeMs = 7 * dayMs

/** Run by a background job: writes the bills and credit notes that a server of the previous version did not, in the order of its payments. */
export const writeMissingBills = (context: Context) =>
  writeBillsSince(context, new Date(context.clock().getTime() - upgradeMs))

/** The same of all payments: that version may have run for longer, or have refunded an earlier payment. */
export const writeEarlierBills = (context: Context) => writeBillsSince(context, new Date(0))

/** Resolves to true if there may be more. */
async function writeBillsSince(context: Context, since: Date): Promise<boolean> {
  const missing = await listUnbilled(context.db, since, batchSize)
  for (const { paymentID, cause } of missing)
    await inTransaction(context, async (context) => {
      const payment = await lockPayment(context.db, paymentID)
      if (!payment) return
      if (cause === 'refunded') return creditPayment(context, paymentID)
      const facts = await findPaymentFacts(context.db, paymentID)
      if (facts && !(await findBillOfPayment(context, paymentID))) await billPayment(context, facts)
    })
  return missing.length === batchSize
}
