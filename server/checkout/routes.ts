import { chargeApi } from '#contract/charges/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import {
  getPayment,
  getReceipt,
  listMyPayments,
  listPaymentProblems,
  listRefunds,
  sendReceipt,
  settleProblem,
  settleRefund,
} from '#server/payments/public.ts'
import { handleWebhook } from './apply-intent.ts'
import { recordChargesPayment } from './counter-payment.ts'
import { finaliseCharges, updateBookingTransaction } from './finalise-payment.ts'
import { confirmTestCard, createChargesIntent, createIntent } from './intents.ts'
import { listUnknownPayments } from './unknown-payments.ts'

export async function checkoutRoutes(app: App) {
  serve(app, paymentApi.config, ({ gateway }) => ({ publishableKey: gateway.publishableKey }))
  serve(app, paymentApi.createIntent, (context, { body }) => createIntent(context, body.bookingID))
  serve(app, paymentApi.update, (context, { body }) => updateBookingTransaction(context, body))
  serve(app, paymentApi.sandboxConfirm, (context, { body }) => confirmTestCard(context, body))
  serve(app, paymentApi.webhook, (context, { raw }, { request }) =>
    handleWebhook(context, raw, String(request.headers['stripe-signature'] ?? '')),
  )

  serve(app, chargeApi.createIntent, (context, { body }) => createChargesIntent(context, body.bookingID))
  serve(app, chargeApi.finalise, (context, { body }) => finaliseCharges(context, body))
  serve(app, chargeApi.record, (context, { body }) => recordChargesPayment(context, body))

  serve(app, paymentApi.byID, (context, { query }) => getPayment(context, query.paymentID))
  serve(app, paymentApi.mine, (context, { query }) => listMyPayments(context, query.cursor))
  serve(app, paymentApi.receipt, (context, { query }) => getReceipt(context, query.bookingID))
  serve(app, paymentApi.sendReceipt, (context, { body }) => sendReceipt(context, body))
  serve(app, paymentApi.refunds, (context, { query }) => listRefunds(context, query.cursor))
  serve(app, paymentApi.settleRefund, (context, { body }) => settleRefund(context, body))
  serve(app, paymentApi.problems, (context, { query }) => listPaymentProblems(context, query.cursor))
  serve(app, paymentApi.unknown, (context, { query }) => listUnknownPayments(context, query.cursor))
  serve(app, paymentApi.settleProblem, (context, { body }) => settleProblem(context, body))
}
