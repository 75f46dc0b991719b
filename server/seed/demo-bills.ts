import { billPayment, creditPayment } from '#server/bills/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { findPaymentFacts } from '#server/payments/public.ts'
import type { Rows } from './scenario-rows.ts'

/** The bill or the credit note of each payment, of the time at which its money moved. Numbers follow time, so the events are sorted. */
export async function writeDemoBills(context: Context, moneyEvents: Rows['money']) {
  for (const { paymentID, kind, at } of moneyEvents)
    await inTransaction({ ...context, clock: () => at }, async (context) => {
      if (kind === 'refunding') return
      if (kind === 'refunded') return creditPayment(context, paymentID)
      const facts = await findPaymentFacts(context.db, paymentID)
      if (facts) await billPayment(context, facts)
    })
}
