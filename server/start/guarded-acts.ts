import { inviteAdmin } from '#server/accounts/invitations.ts'
import { lift, makeAdmin, resetFactor } from '#server/accounts/user-administration.ts'
import { correctAsked } from '#server/bookings/correct-entry.ts'
import { archive, endApproved } from '#server/bookings/decisions.ts'
import { withdrawCashUpsOf } from '#server/cash-up/drawer.ts'
import { refund } from '#server/charges/refund-charges.ts'
import { waive } from '#server/charges/waive-charge.ts'
import { publishImported, publishLaidOut } from '#server/halls/publish.ts'
import { retireAll } from '#server/halls/retire-niches.ts'
import { settle } from '#server/payments/settle-problem.ts'
import { freeNiche } from '#server/registers/override-niche.ts'
import { removeImported } from '#server/registers/undo-import.ts'
import { changeHolder } from '#server/rights/change-holders.ts'
import { clearAsked } from '#server/rights/clear-niche.ts'
import { decide } from '#server/rights/decide-claim.ts'
import { endObjection } from '#server/rights/objections.ts'
import { registerActs } from '#server/second-person/registered-acts.ts'
import { endAttemptsOf } from '#server/urns/attempts.ts'
import { withdrawReportedLoss } from '#server/urns/lost-documents.ts'
import { settleAskedMismatch } from '#server/urns/mismatches.ts'
import { changeAsked } from '#server/urns/receive-urn.ts'
import { settleAskedDifference } from '#server/urns/stock-takes/differences.ts'
import { cancelStockTakesOf } from '#server/urns/stock-takes/take-stock.ts'

/** How the domains end what one person has begun, and what a confirmed request does. A server and a command call it before they start. */
export const registerGuardedActs = () =>
  registerActs({
    endings: [endAttemptsOf, cancelStockTakesOf, withdrawCashUpsOf],
    requests: {
      withdrawLoss: withdrawReportedLoss,
      correctEntry: correctAsked,
      changeNumber: changeAsked,
      changeHolders: changeHolder,
      decideClaim: decide,
      endObjection,
      clearNiche: clearAsked,
      settleProblem: settle,
      archive,
      endApproved,
      waiveCharge: waive,
      refundCharges: refund,
      makeAdmin,
      inviteAdmin,
      resetFactor,
      liftSuspension: lift,
      publishDraft: publishLaidOut,
      publishBlocks: publishImported,
      freeNiche,
      retireNiches: retireAll,
      undoImport: (context, { subject }) => removeImported(context, subject),
      settleMismatch: settleAskedMismatch,
      settleDifference: settleAskedDifference,
    },
  })
