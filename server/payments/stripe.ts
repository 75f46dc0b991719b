import type { Logger } from 'pino'
import Stripe from 'stripe'
import { AppError } from '#server/http/errors.ts'
import type {
  CardGateway,
  Dispute,
  GatewayEvent,
  Intent,
  IntentStatus,
  ListedIntent,
  Refund,
  StartedIntent,
} from '#server/ports/card-gateway.ts'
import { isPermanentRefusal } from './refund-failures.ts'

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** The address of a local fake, only for tests. */
  apiUrl?: URL | undefined
  timeoutMs?: number | undefined
}

/** The code below relies on this version's replies; pinned so that a package upgrade does not change it. */
const apiVersion = '2026-10-28.endive'

export function createStripeGateway(settings: StripeSettings, log: Logger): CardGateway {
  const stripe = new Stripe(settings.secretKey, {
    apiVersion,
    timeout: settings.timeoutMs ?? 10_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...apiHostOptions(settings.apiUrl),
  })

  return {
    provider: 'stripe',
    publishableKey: settings.publishableKey,

    /** A list, which needs no further permission than the calls below. */
    check: () => withTranslatedErrors(log, async () => void (await stripe.refunds.list({ limit: 1 }, oneQuickTry))),

    createIntent: (order) =>
      withTranslatedErrors(log, async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: order.amountCents,
            currency: order.currency,
            /** The payment methods that are enabled in Stripe's dashboard, such as cards, PayNow and wallets. */
            automatic_payment_methods: { enabled: true },
            description: `Niche booking ${order.bookingID}`,
            metadata: { paymentID: order.paymentID, bookingID: order.bookingID },
            ...(order.receiptEmail && { receipt_email: order.receiptEmail }),
          },
          { idempotencyKey: order.idempotencyKey },
        )
        return toStartedIntent(intent)
      }),

    resumeIntent: (intentID) =>
      withTranslatedErrors(log, async () => toStartedIntent(await stripe.paymentIntents.retrieve(intentID))),

    readIntent: (intentID) =>
      withTranslatedErrors(log, async () => toIntent(await stripe.paymentIntents.retrieve(intentID, withCharge))),

    async *listIntents(since) {
      const all = { created: createdSince(since), limit: 100 }
      let [after, isLast] = [{}, false]
      while (!isLast) {
        const page = await withTranslatedErrors(log, () => stripe.paymentIntents.list({ ...all, ...after }))
        yield page.data.map(toListedIntent)
        after = { starting_after: page.data.at(-1)?.id }
        isLast = !page.has_more
      }
    },

    listRefundedIntents: (since) =>
      withTranslatedErrors(log, async () => {
        const intentIDs: string[] = []
        for await (const refund of stripe.refunds.list({ created: createdSince(since), limit: 100 })) {
          const intentID = idOf(refund.payment_intent)
          if (intentID && toRefund(refund).status !== 'failed') intentIDs.push(intentID)
        }
        return intentIDs
      }),

    cancelIntent: (intentID) =>
      withTranslatedErrors(log, () =>
        stripe.paymentIntents.cancel(intentID).catch((error: unknown) => {
          if (!hasCode(error, 'payment_intent_unexpected_state')) throw error
          return stripe.paymentIntents.retrieve(intentID)
        }),
      ).then(toIntent),

    refund: ({ intentID, amountCents, idempotencyKey }) =>
      withTranslatedErrors(log, async () => {
        const made = await stripe.refunds
          .create({ payment_intent: intentID, amount: amountCents }, { idempotencyKey })
          .catch(async (error: unknown) => {
            if (!hasCode(error, 'charge_already_refunded')) throw error
            const [earlier] = (await stripe.refunds.list({ payment_intent: intentID, limit: 1 })).data
            if (!earlier) throw error
            return earlier
          })
        return toRefund(made)
      }).catch(toFailedRefund),

    readDispute: (disputeID) =>
      withTranslatedErrors(log, async () => toDispute(await stripe.disputes.retrieve(disputeID))),

    listDisputes: (since) =>
      withTranslatedErrors(log, async () => {
        const disputes: Dispute[] = []
        for await (const dispute of stripe.disputes.list({ created: createdSince(since), limit: 100 }))
          disputes.push(toDispute(dispute))
        return disputes
      }),

    readEvent: (rawBody, signature) => {
      try {
        return toEvent(stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret))
      } catch (error) {
        log.warn({ err: error }, 'refused a webhook message that the card provider did not sign')
        throw new AppError('MALFORMED')
      }
    },
  }
}

/** Somebody waits for the answer of a check. */
const oneQuickTry = { timeout: 5000, maxNetworkRetries: 0 }

const apiHostOptions = (url: URL | undefined) =>
  url ? { host: url.hostname, port: Number(url.port), protocol: 'http' as const, maxNetworkRetries: 0 } : {}

const createdSince = (time: Date) => ({ gte: Math.floor(time.getTime() / 1000) })

/** A declined card is explained to the payer. Errors that may be temporary become `CARD_PROVIDER_AWAY`. */
async function withTranslatedErrors<T>(log: Logger, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new AppError('PAYMENT_DECLINED', { why: error.message })
    if (hasCode(error, 'resource_missing')) throw new AppError('NOT_FOUND')
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw error
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    log.error({ err: error }, 'the card provider cannot be reached')
    throw new AppError('CARD_PROVIDER_AWAY')
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Stripe.errors.StripeError && error.code === code

const toStartedIntent = (intent: Stripe.PaymentIntent): StartedIntent => ({
  intentID: intent.id,
  clientSecret: intent.client_secret ?? '',
  status: intentStatus(intent),
})

const toListedIntent = (intent: Stripe.PaymentIntent): ListedIntent => ({
  ...toIntent(intent),
  bookingID: intent.metadata.bookingID,
  createdAt: new Date(intent.created * 1000),
})

const toIntent = (intent: Stripe.PaymentIntent): Intent => ({
  intentID: intent.id,
  status: intentStatus(intent),
  amountCents: intent.amount,
  currency: intent.currency,
  paymentID: intent.metadata.paymentID,
  cardLast4: lastCharge(intent)?.payment_method_details?.card?.last4 ?? undefined,
})

/** Stripe sends the charge, which names the card, only when asked to expand it. */
const withCharge = { expand: ['latest_charge'] }
const lastCharge = ({ latest_charge: charge }: Stripe.PaymentIntent) => (typeof charge === 'object' ? charge : null)

function intentStatus(intent: Stripe.PaymentIntent): IntentStatus {
  if (intent.status === 'succeeded') return 'succeeded'
  if (intent.status === 'canceled') return 'canceled'
  if (intent.status === 'processing') return 'processing'
  return intent.status === 'requires_payment_method' && intent.last_payment_error ? 'failed' : 'pending'
}

function toRefund({ id: refundID, status, failure_reason: reason }: Stripe.Refund): Refund {
  if (status === 'succeeded') return { refundID, status }
  if (status === 'failed' || status === 'canceled') return { refundID, status: 'failed', failureCode: reason ?? status }
  return { refundID, status: 'pending' }
}

const toDispute = (dispute: Stripe.Dispute): Dispute => ({
  disputeID: dispute.id,
  intentID: idOf(dispute.payment_intent),
  status: disputeStatus(dispute.status),
  amountCents: dispute.amount,
  currency: dispute.currency,
  reason: dispute.reason,
  /** Without the fee of Stripe, which is left out of other payments too. */
  moves: dispute.balance_transactions.map(({ id: moveID, amount: cents }) => ({ moveID, cents })),
})

function disputeStatus(status: Stripe.Dispute.Status): Dispute['status'] {
  if (status === 'lost') return 'lost'
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open'
}

/** Stripe sends the ID of an object, unless it is asked for the object. */
const idOf = (object: string | { id: string } | null | undefined) => (typeof object === 'string' ? object : object?.id)

/** The provider did not make the refund, and never will. */
function toFailedRefund(error: unknown): Refund {
  if (error instanceof AppError && error.code === 'NOT_FOUND')
    return { status: 'failed', refundID: undefined, failureCode: 'resource_missing' }
  if (error instanceof Stripe.errors.StripeInvalidRequestError && isPermanentRefusal(error.code))
    return { status: 'failed', refundID: undefined, failureCode: error.code ?? 'failed' }
  throw error
}

function toEvent(event: Stripe.Event): GatewayEvent {
  const none = undefined
  const nothing = { intentID: none, refundID: none, disputeID: none, amountCents: none, failureCode: none }
  const other = { eventID: event.id, kind: 'other', ...nothing } as const
  switch (event.type) {
    case 'payment_intent.succeeded':
      return { ...other, kind: 'intent.succeeded', intentID: event.data.object.id }
    case 'payment_intent.processing':
      return { ...other, kind: 'intent.processing', intentID: event.data.object.id }
    case 'payment_intent.payment_failed':
      return { ...other, kind: 'intent.failed', intentID: event.data.object.id }
    case 'payment_intent.canceled':
      return { ...other, kind: 'intent.canceled', intentID: event.data.object.id }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const { id: refundID, payment_intent, amount: amountCents, failure_reason: failureCode } = event.data.object
      const { status } = toRefund(event.data.object)
      if (status === 'pending') return other
      return { ...other, kind: `refund.${status}`, intentID: idOf(payment_intent), refundID, amountCents, failureCode }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return { ...other, kind: 'dispute', disputeID: event.data.object.id }
    default:
      return other
  }
}
