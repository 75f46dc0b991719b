import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

/** An error reply, with `code` and the other fields as Stripe documents them. */
class StripeError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  constructor(status: number, type: string, message: string, more: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.body = { type, message, ...more }
  }
}

const invalid = (message: string, more = {}, status = 400) =>
  new StripeError(status, 'invalid_request_error', message, more)

interface Call {
  method: string
  path: string
  params: URLSearchParams
  key: string | undefined
}

type StripeObject = Record<string, unknown> & { id: string; status: string; amount: number; created: number }
type Intent = StripeObject & { amount_received: number }
type Refund = StripeObject & { payment_intent: string }
type Dispute = StripeObject & { payment_intent: string; balance_transactions: { id: string; amount: number }[] }

/** `dispute` and `lowBalance` are for refunds: the first is final, the second is not. */
export type Failure = 'break' | 'decline' | 'dispute' | 'lowBalance'

/** `wrong`: something that is no answer of Stripe. `twice`: every request arrives twice, as after a lost answer. */
type Mood = 'well' | 'wrong' | 'twice'

/** A charge of such a dispute cannot be refunded. An inquiry, or a dispute that was won, keeps nobody from it. */
const keepsFromRefund = new Set(['needs_response', 'under_review', 'lost'])

const stripeKeys = { secretKey: 'sk_test_fake', publishableKey: 'pk_test_fake', webhookSecret: 'whsec_fake' }
const knownVersion = '2026-10-28.endive'

/** A local fake of Stripe: it validates requests like Stripe, and fails when a test tells it to. */
export async function startStripe() {
  const intents = new Map<string, Intent>()
  const charges = new Map<string, { id: string; payment_method_details: object }>()
  const refunds: Refund[] = []
  const disputes: Dispute[] = []
  const repliesByKey = new Map<string, { request: string; answer: unknown }>()
  const calls: Call[] = []
  let failures: Failure[] = []
  let refundStatus = 'succeeded'
  let mood: Mood = 'well'

  const routes: [string, RegExp, (call: Call, id: string) => unknown][] = [
    ['POST', /^\/v1\/payment_intents$/, createIntent],
    ['GET', /^\/v1\/payment_intents$/, ({ params }) => listIntents(params)],
    ['GET', /^\/v1\/payment_intents\/(\w+)$/, ({ params }, id) => retrieve(params, id)],
    ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, (_call, id) => cancel(id)],
    ['POST', /^\/v1\/refunds$/, createRefund],
    ['GET', /^\/v1\/refunds$/, ({ params }) => listRefunds(params)],
    ['GET', /^\/v1\/refunds\/(\w+)$/, (_call, id) => refunds.find((refund) => refund.id === id)],
    ['GET', /^\/v1\/disputes$/, ({ params }) => listDisputes(params)],
    ['GET', /^\/v1\/disputes\/(\w+)$/, (_call, id) => findDispute(id)],
  ]

  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${calls.length}` })
      response.end(JSON.stringify(body))
    }
    try {
      const call = await readCall(request)
      calls.push(call)
      const failNext = failures.shift()
      if (failNext === 'break') throw new StripeError(500, 'api_error', 'An unknown error occurred')
      const declined = { code: 'card_declined', decline_code: 'generic_decline' }
      if (failNext === 'decline') throw new StripeError(402, 'card_error', 'Your card was declined.', declined)
      if (failNext === 'dispute') throw invalid('This payment is disputed.', { code: 'charge_disputed' })
      if (failNext === 'lowBalance') throw invalid('Insufficient funds.', { code: 'balance_insufficient' })
      if (mood === 'wrong')
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>')
      if (mood === 'twice') withIdempotency(call)
      answer(200, withIdempotency(call))
    } catch (error) {
      if (error instanceof StripeError) answer(error.status, { error: error.body })
      else answer(500, { error: { type: 'api_error', message: String(error) } })
    }
  })

  /** The same key with the same parameters gets the same reply; with other parameters it is an error. */
  function withIdempotency(call: Call): unknown {
    const request = `${call.method} ${call.path} ${call.params}`
    const earlier = call.key === undefined ? undefined : repliesByKey.get(call.key)
    const reused = 'Keys for idempotent requests can only be used with the same parameters.'
    if (earlier && earlier.request !== request) throw new StripeError(400, 'idempotency_error', reused)
    const answer = earlier?.answer ?? route(call)
    if (call.key !== undefined) repliesByKey.set(call.key, { request, answer })
    return answer
  }

  function route(call: Call): unknown {
    for (const [method, path, act] of routes) {
      const found = path.exec(call.path)
      if (found && method === call.method) return act(call, found[1] ?? '')
    }
    throw invalid(`Unrecognized request URL (${call.method}: ${call.path})`, {}, 404)
  }

  function createIntent({ params, key }: Call) {
    const known = /^(amount|currency|description|receipt_email|automatic_payment_methods\[enabled\]|metadata\[\w+\])$/
    checkParams(params, known)
    requireIdempotencyKey(key)
    const amount = wholeCents(params)
    if (params.get('currency') !== 'sgd') throw invalid('Invalid currency', { param: 'currency' })
    if (params.get('automatic_payment_methods[enabled]') !== 'true')
      throw invalid('This fake only has automatic payment methods.', { param: 'automatic_payment_methods' })
    const id = `pi_fake${intents.size + 1}`
    const intent = {
      id,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      created: Math.floor(Date.now() / 1000),
      currency: 'sgd',
      client_secret: `${id}_secret_fake`,
      automatic_payment_methods: { allow_redirects: 'always', enabled: true },
      payment_method_types: ['card', 'grabpay', 'paynow'],
      status: 'requires_payment_method',
      last_payment_error: null as unknown,
      metadata: Object.fromEntries(
        [...params].flatMap(([name, value]) => (/^metadata\[(\w+)\]$/.exec(name) ? [[name.slice(9, -1), value]] : [])),
      ),
    }
    intents.set(id, intent)
    return intent
  }

  function find(id: string) {
    const intent = intents.get(id)
    if (!intent) throw invalid(`No such payment_intent: '${id}'`, { code: 'resource_missing', param: 'intent' }, 404)
    return intent
  }

  /** The charge is sent as its ID, unless it is expanded. */
  function retrieve(params: URLSearchParams, id: string) {
    checkParams(params, /^expand\[\d+\]$/)
    const intent = find(id)
    const charge = charges.get(id)
    return { ...intent, latest_charge: params.get('expand[0]') === 'latest_charge' ? charge : charge?.id }
  }

  /** The newest first, a page at a time. */
  function listIntents(params: URLSearchParams) {
    checkParams(params, /^(created\[gte\]|limit|starting_after)$/)
    const limit = Number(params.get('limit') ?? 10)
    if (!(limit >= 1 && limit <= 100)) throw invalid('Invalid limit', { param: 'limit' })
    const found = [...intents.values()]
      .filter(({ created }) => created >= Number(params.get('created[gte]')))
      .toReversed()
    const last = params.get('starting_after')
    const rest = last === null ? found : found.slice(found.indexOf(find(last)) + 1)
    return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url: '/v1/payment_intents' }
  }

  function cancel(id: string) {
    const intent = find(id)
    const problem = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`
    if (['succeeded', 'processing', 'canceled'].includes(intent.status))
      throw invalid(problem, { code: 'payment_intent_unexpected_state' })
    intent.status = 'canceled'
    return intent
  }

  const failPayment = (id: string, error: object) =>
    Object.assign(find(id), { status: 'requires_payment_method', last_payment_error: error })

  function listRefunds(params: URLSearchParams) {
    checkParams(params, /^(created\[gte\]|limit|payment_intent)$/)
    const intentID = params.get('payment_intent')
    const since = Number(params.get('created[gte]'))
    return listOf(refunds.filter((each) => (!intentID || each.payment_intent === intentID) && each.created >= since))
  }

  function createRefund({ params, key }: Call) {
    checkParams(params, /^(amount|payment_intent|metadata\[\w+\])$/)
    requireIdempotencyKey(key)
    const intent = find(params.get('payment_intent') ?? '')
    if (intent.status !== 'succeeded') throw invalid('This PaymentIntent does not have a successful charge to refund.')
    if (disputes.some(({ payment_intent, status }) => payment_intent === intent.id && keepsFromRefund.has(status)))
      throw invalid('This charge has been charged back; cannot issue a refund.', { code: 'charge_disputed' })
    const refunded = refunds
      .filter((refund) => refund.payment_intent === intent.id && refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0)
    if (refunded >= intent.amount)
      throw invalid('Charge has already been refunded.', { code: 'charge_already_refunded' })
    const amount = wholeCents(params)
    if (amount > intent.amount - refunded) throw invalid('Refund amount is greater than unrefunded amount on charge.')
    const refund = {
      id: `re_fake${refunds.length + 1}`,
      object: 'refund',
      amount,
      currency: 'sgd',
      created: intent.created,
      payment_intent: intent.id,
      status: refundStatus,
      ...(refundStatus === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
    }
    refunds.push(refund)
    return refund
  }

  function findDispute(id: string) {
    const dispute = disputes.find((each) => each.id === id)
    if (!dispute) throw invalid(`No such dispute: '${id}'`, { code: 'resource_missing', param: 'dispute' }, 404)
    return dispute
  }

  function listDisputes(params: URLSearchParams) {
    checkParams(params, /^(created\[gte\]|limit)$/)
    const since = Number(params.get('created[gte]'))
    return { ...listOf(disputes.filter(({ created }) => created >= since)), url: '/v1/disputes' }
  }

  /** What the bank takes or gives back. Stripe takes its fee with it. */
  function moveMoney(dispute: Dispute, amount: number) {
    const fee = amount < 0 ? 1500 : 0
    dispute.balance_transactions.push({
      id: `txn_${dispute.id}_${dispute.balance_transactions.length + 1}`,
      object: 'balance_transaction',
      amount,
      fee,
      net: amount - fee,
      currency: 'sgd',
      reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
      source: dispute.id,
      type: 'adjustment',
    } as Dispute['balance_transactions'][number])
  }

  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo

  return {
    settings: { ...stripeKeys, apiUrl: new URL(`http://127.0.0.1:${port}`) },
    calls,
    intents,
    refunds,
    /** Makes the next calls fail in these ways, one each. */
    failNext: (...next: Failure[]) => {
      failures = next
    },
    setMood: (now: Mood) => {
      mood = now
    },
    /** The status of refunds that are made from now on. */
    setRefundStatus: (status: 'succeeded' | 'pending' | 'failed') => {
      refundStatus = status
    },
    /** Forgets all idempotency keys, as Stripe does after a day. */
    forgetKeys: () => repliesByKey.clear(),
    /** Pays with a valid card, as the browser of the payer would; `declineCard` does so with a bad one. */
    pay: (id: string, last4 = '4242') => {
      charges.set(id, { id: `ch_${id}`, payment_method_details: { type: 'card', card: { last4 } } })
      return Object.assign(find(id), { status: 'succeeded', amount_received: find(id).amount })
    },
    declineCard: (id: string) =>
      failPayment(id, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }),
    /** The payer has confirmed a bank payment. `pay` is then its success, `failBankPayment` its failure. */
    startBankPayment: (id: string) => Object.assign(find(id), { status: 'processing' }),
    failBankPayment: (id: string) => {
      const code = 'payment_intent_payment_attempt_failed'
      return failPayment(id, { type: 'invalid_request_error', code, message: 'The payment failed.' })
    },
    /** The cardholder disputes a payment. An inquiry only asks, and takes no money. */
    openDispute: (
      intentID: string,
      { amount = find(intentID).amount, reason = 'fraudulent', isInquiry = false } = {},
    ) => {
      const dispute = {
        id: `dp_fake${disputes.length + 1}`,
        object: 'dispute',
        amount,
        balance_transactions: [],
        charge: charges.get(intentID)?.id,
        created: Math.floor(Date.now() / 1000),
        currency: 'sgd',
        is_charge_refundable: isInquiry,
        payment_intent: intentID,
        reason,
        status: isInquiry ? 'warning_needs_response' : 'needs_response',
      }
      disputes.push(dispute)
      return dispute
    },
    /** The bank takes the disputed amount, which is a message of its own, soon after the first. */
    withdrawDisputed: (id: string) => {
      moveMoney(findDispute(id), -findDispute(id).amount)
      return findDispute(id)
    },
    /** The bank decides. What a house wins is given back. */
    closeDispute: (id: string, status: 'won' | 'lost' | 'warning_closed') => {
      const dispute = Object.assign(findDispute(id), { status })
      if (status === 'won') moveMoney(dispute, dispute.amount)
      return dispute
    },
    /** A signed webhook message, as Stripe would post it. */
    message: (
      type: string,
      object: unknown,
      eventID = `evt_${Math.random().toString(36).slice(2)}`,
      secret = stripeKeys.webhookSecret,
    ) => {
      const payload = JSON.stringify({
        id: eventID,
        object: 'event',
        type,
        api_version: knownVersion,
        created: Math.floor(Date.now() / 1000),
        data: { object },
      })
      return {
        payload: Buffer.from(payload),
        signature: new Stripe(stripeKeys.secretKey).webhooks.generateTestHeaderString({ payload, secret }),
      }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const { headers, method = '' } = request
  const url = new URL(request.url ?? '/', 'http://stripe')
  let body = ''
  for await (const part of request) body += part
  if (headers.authorization !== `Bearer ${stripeKeys.secretKey}`) throw invalid('Invalid API Key provided', {}, 401)
  if (headers['stripe-version'] !== knownVersion)
    throw invalid(`Invalid Stripe API version: ${headers['stripe-version']}`)
  if (body !== '' && headers['content-type'] !== 'application/x-www-form-urlencoded')
    throw invalid('Invalid content type')
  const key = headers['idempotency-key']
  return {
    method,
    path: url.pathname,
    params: method === 'GET' ? url.searchParams : new URLSearchParams(body),
    key: typeof key === 'string' ? key : undefined,
  }
}

function checkParams(params: URLSearchParams, known: RegExp) {
  for (const name of params.keys()) {
    if (!known.test(name))
      throw invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
  }
}

function requireIdempotencyKey(key: string | undefined) {
  if (!key) throw invalid('This fake requires an idempotency key for every call that moves money.')
}

function wholeCents(params: URLSearchParams): number {
  const text = params.get('amount') ?? ''
  if (!/^[1-9]\d*$/.test(text))
    throw invalid('Invalid integer: amount', { code: 'parameter_invalid_integer', param: 'amount' })
  return Number(text)
}

const listOf = (data: unknown[]) => ({ object: 'list', data: data.toReversed(), has_more: false, url: '/v1/refunds' })
