import { formatAmount, toAmount } from '#contract/money.ts'
import type { ReturnMethod } from '#contract/payments/payment.ts'
import { record } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { readHouseLimits } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import { pageOf } from '#server/http/paged.ts'
import { tellAdmins } from '#server/mail/outbox.ts'
import type { Db } from '#server/ports/database.ts'
import { type AskedAct, askerOf, guard, requireUninvolved } from '#server/second-person/public.ts'
import { explainDispute } from './disputes.ts'
import { returnedAloneNotice } from './letters.ts'
import { closeProblem, findProblem, listOpenProblems, type ProblemRow } from './problem-queries.ts'
import { findPaymentRow, lockPayment, type PaymentRow, pageLength, paidBookingOf } from './queries.ts'
import { refundFailureReason } from './refund-failures.ts'
import { finishRefund, finishSurplusRefund } from './refunds.ts'
import { listParticipants } from './return-queries.ts'

export async function listPaymentProblems({ db }: SignedInContext, cursor: string | undefined) {
  const rows = await listOpenProblems(db, cursor, pageLength + 1)
  const problems = rows.map(({ problem, dueCents, ...row }) => ({
    ...problem,
    ...row,
    amount: toAmount(problem.amountCents),
    reason: reasonFor(problem, dueCents),
    foundAt: problem.foundAt,
  }))
  return pageOf(problems, pageLength, ({ problemID }) => problemID)
}

function reasonFor({ kind, failureCode }: ProblemRow, dueCents: number): string {
  if (kind === 'WrongAmount') return `${formatAmount(toAmount(dueCents))} was due.`
  const code = failureCode ?? 'unknown'
  return kind === 'Disputed' || kind === 'DisputeLost' ? explainDispute(kind, code) : refundFailureReason(code)
}

interface SettleProblem {
  problemID: string
  reason: string
  returnedBy?: ReturnMethod | undefined
}

/** Settles a problem; if its amount is above that of the house, a second clerk who took no part confirms it. */
export async function settleProblem(context: SignedInContext, { problemID, reason, returnedBy }: SettleProblem) {
  const found = await findProblem(context.db, problemID)
  if (!found) throw new AppError('NOT_FOUND')
  const { settleAloneCents } = await readHouseLimits(context)
  await guard(
    context,
    'settleProblem',
    problemID,
    {
      what: ({ db }) => describeProblem(db, found, returnedBy),
      details: { ...(returnedBy && { returnedBy }) },
      reason,
      isNeeded: async () => found.amountCents > settleAloneCents && !found.settledAt,
    },
    settle,
  )
}

async function describeProblem(db: Db, { paymentID, amountCents, currency }: ProblemRow, returnedBy?: ReturnMethod) {
  const payment = await findPaymentRow(db, paymentID)
  const amount = `${currency.toUpperCase()} ${toAmount(amountCents)}`
  return `${amount} of payment ${paymentID}, booking ${payment && paidBookingOf(payment)}, is recorded as settled by hand${returnedBy ? ` (${returnedBy})` : ''}.`
}

/** A clerk has returned the money another way, or agreed with the family what becomes of it. Columba does nothing more about it. */
export async function settle(context: SignedInContext, asked: AskedAct) {
  const { subject: problemID, reason, details: asSaid } = asked
  const returnedBy = asSaid.returnedBy as ReturnMethod | undefined
  const found = await findProblem(context.db, problemID)
  const payment = found && (await lockPayment(context.db, found.paymentID))
  const problem = await findProblem(context.db, problemID)
  if (!payment || !problem) throw new AppError('NOT_FOUND')
  if (problem.settledAt) throw new AppError('ALREADY_SETTLED')
  const { paymentID, kind } = problem
  await requireAnotherToSettle(context, payment, problem, asked)
  const settlement = { settledAt: context.clock(), settledByID: context.actor.userID, settledReason: reason }
  await closeProblem(context.db, problemID, settlement)
  await finishByHand(context, payment, problem, returnedBy)
  const details = { paymentID, kind, reason, ...(returnedBy && { returnedBy }), ...askerOf(context, asked) }
  await record(context, 'payment.settled_by_hand', paidBookingOf(payment), details)
}

/**
 * Whoever decided on a refund does not also say that it was paid another way. Who asked for a second person has taken part too. Where there
 * is no other clerk, all admins are told instead.
 */
async function requireAnotherToSettle(
  context: SignedInContext,
  payment: PaymentRow,
  { kind, paymentID }: ProblemRow,
  { askedByID }: AskedAct,
) {
  const participants = kind === 'WrongAmount' ? [] : await listParticipants(context.db, paymentID)
  const first = askedByID === context.actor.userID ? [] : [askedByID]
  await requireUninvolved(context, 'settleProblem', [...participants, ...first], 'REFUND_BY_ANOTHER')
  if (participants.includes(context.actor.userID))
    await tellAdmins(context, returnedAloneNotice(payment, context.actor.name))
}

async function finishByHand(
  context: SignedInContext,
  payment: PaymentRow,
  { kind }: ProblemRow,
  returnedBy: ReturnMethod | undefined,
) {
  const byHand = { byHand: true, returnedBy: returnedBy === 'Agreed otherwise' ? undefined : returnedBy }
  if (kind === 'RefundFailed' && payment.paymentStatus === 'Refunding')
    await finishRefund(context, payment, { refundID: null, ...byHand })
  if (kind === 'SurplusRefundFailed' && payment.surplusIntentID) await finishSurplusRefund(context, payment, byHand)
}
