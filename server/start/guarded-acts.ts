import { withdrawCashUpsOf } from '#server/cash-up/drawer.ts'
import { registerActs } from '#server/second-person/registered-acts.ts'
import { endAttemptsOf } from '#server/urns/attempts.ts'
import { withdrawReportedLoss } from '#server/urns/lost-documents.ts'
import { cancelStockTakesOf } from '#server/urns/stock-takes/count-block.ts'

/** How the domains end what one person has begun, and what a confirmed request does. A server and a command call it before they start. */
export const registerGuardedActs = () =>
  registerActs({
    endings: [endAttemptsOf, cancelStockTakesOf, withdrawCashUpsOf],
    requests: { withdrawLoss: withdrawReportedLoss },
  })
