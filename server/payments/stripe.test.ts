import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#server/core/log.ts'
import { AppError } from '#server/http/errors.ts'
import type { CardGateway } from '#server/ports/card-gateway.ts'
import { startStripe } from '#test/fakes/stripe.ts'
import { createStripeGateway } from './stripe.ts'

let stripe: Awaited<ReturnType<typeof startStripe>>
let gateway: CardGateway

beforeAll(async () => {
  stripe = await startStripe()
  gateway = createStripeGateway(stripe.settings, createLog('silent'))
})
afterAll(() => stripe.close())

let orders = 0
const order = (more = {}) => ({
  bookingID: 'B-7K2M9QX4TR',
  paymentID: 'P-7K2M9QX4TR',
  amountCents: 380_000,
  currency: 'sgd' as const,
  idempotencyKey: `order-${++orders}`,
  ...more,
})
const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof AppError ? [error.code, error.publicMessage] : error
}
const providerAway = [
  'CARD_PROVIDER_AWAY',
  'The card payment service cannot be reached right now. Please try again in a moment.',
]

describe('Stripe intents', () => {
  test('creating an intent sends the amount in cents, SGD, automatic payment methods and the payment ID', async () => {
    const { intentID, clientSecret } = await gateway.createIntent(order({ receiptEmail: 'mei@example.com' }))
    expect(clientSecret).toContain(`${intentID}_secret_`)
    expect(Object.fromEntries(stripe.calls.at(-1)?.params ?? [])).toEqual({
      amount: '380000',
      currency: 'sgd',
      'automatic_payment_methods[enabled]': 'true',
      description: 'Niche booking B-7K2M9QX4TR',
      'metadata[paymentID]': 'P-7K2M9QX4TR',
      'metadata[bookingID]': 'B-7K2M9QX4TR',
      receipt_email: 'mei@example.com',
    })
    expect(await gateway.readIntent(intentID)).toEqual({
      intentID,
      status: 'pending',
      amountCents: 380_000,
      currency: 'sgd',
      paymentID: 'P-7K2M9QX4TR',
    })
  })

  test('creating an intent twice with the same key returns the same intent', async () => {
    const same = order()
    expect(await gateway.createIntent(same)).toEqual(await gateway.createIntent(same))
  })

  test('resuming an intent returns the one that was created, and fails for an unknown ID', async () => {
    const begun = await gateway.createIntent(order())
    expect(await gateway.resumeIntent(begun.intentID)).toEqual(begun)
    expect(await refusal(gateway.resumeIntent('pi_unknown'))).toEqual(['NOT_FOUND', 'We could not find that.'])
  })

  test("an intent's status follows a declined and then an accepted card", async () => {
    const { intentID } = await gateway.createIntent(order())
    stripe.declineCard(intentID)
    expect((await gateway.readIntent(intentID)).status).toBe('failed')
    stripe.pay(intentID)
    expect((await gateway.readIntent(intentID)).status).toBe('succeeded')
  })

  test("an intent's status follows a bank payment that is confirmed later", async () => {
    const { intentID } = await gateway.createIntent(order())
    stripe.startBankPayment(intentID)
    expect((await gateway.readIntent(intentID)).status).toBe('processing')
    stripe.failBankPayment(intentID)
    expect((await gateway.readIntent(intentID)).status).toBe('failed')
    stripe.startBankPayment(intentID)
    stripe.pay(intentID)
    expect((await gateway.readIntent(intentID)).status).toBe('succeeded')
  })

  test('cancelling an intent whose bank payment is being confirmed returns it as processing', async () => {
    const { intentID } = await gateway.createIntent(order())
    stripe.startBankPayment(intentID)
    expect((await gateway.cancelIntent(intentID)).status).toBe('processing')
  })

  test('a paid intent names the last four digits of the card, an unpaid one none', async () => {
    const { intentID } = await gateway.createIntent(order())
    expect((await gateway.readIntent(intentID)).cardLast4).toBeUndefined()
    stripe.pay(intentID, '0119')
    expect((await gateway.readIntent(intentID)).cardLast4).toBe('0119')
  })

  test('cancelling an intent again leaves it cancelled', async () => {
    const { intentID } = await gateway.createIntent(order())
    expect((await gateway.cancelIntent(intentID)).status).toBe('canceled')
    expect((await gateway.cancelIntent(intentID)).status).toBe('canceled')
  })

  test('cancelling an intent that is already paid returns it as succeeded', async () => {
    const { intentID } = await gateway.createIntent(order())
    stripe.pay(intentID)
    expect((await gateway.cancelIntent(intentID)).status).toBe('succeeded')
  })

  test('listing intents returns all pages with their payment IDs, and none that is older', async () => {
    const { intentID } = await gateway.createIntent(order())
    const intent = stripe.intents.get(intentID)
    if (!intent) throw new Error('no intent')
    const since = new Date('2040-03-14T00:00:00Z')
    const created = since.getTime() / 1000
    const ids = Array.from({ length: 201 }, (_, n) => `pi_listed${n}`)
    for (const id of ids) stripe.intents.set(id, { ...intent, id, created })
    stripe.intents.set('pi_older', { ...intent, id: 'pi_older', created: created - 1 })
    const listed = ids.toReversed().map((id) => ({ intentID: id, paymentID: 'P-7K2M9QX4TR', createdAt: since }))
    const pages: object[][] = []
    for await (const page of gateway.listIntents(since)) pages.push(page)
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 1])
    expect(pages.flat()).toMatchObject(listed)
  })

  test('reading an unknown intent fails as not found', async () => {
    expect(await refusal(gateway.readIntent('pi_unknown'))).toEqual(['NOT_FOUND', 'We could not find that.'])
  })
})

describe('Stripe refunds', () => {
  const paid = async () => {
    const { intentID } = await gateway.createIntent(order())
    stripe.pay(intentID)
    return intentID
  }

  test('a refund requested twice is made once', async () => {
    const intentID = await paid()
    const refundOrder = { intentID, amountCents: 380_000, idempotencyKey: `refund-${intentID}` }
    const first = await gateway.refund(refundOrder)
    expect(first.status).toBe('succeeded')
    expect(await gateway.refund(refundOrder)).toEqual(first)
    expect(stripe.refunds.filter((refund) => refund.payment_intent === intentID)).toHaveLength(1)
  })

  test('a refund already made by hand at the provider is returned instead of a second one', async () => {
    const intentID = await paid()
    const byHand = await gateway.refund({ intentID, amountCents: 380_000, idempotencyKey: `by-hand-${intentID}` })
    expect(await gateway.refund({ intentID, amountCents: 380_000, idempotencyKey: `ours-${intentID}` })).toEqual(byHand)
  })
})

describe('Stripe refunds that fail', () => {
  const refundNew = async () => {
    const { intentID } = await gateway.createIntent(order())
    stripe.pay(intentID)
    return { refund: () => gateway.refund({ intentID, amountCents: 380_000, idempotencyKey: `refund-${intentID}` }) }
  }

  test('a refund that the provider made and could not pay out has failed for good, with its reason', async () => {
    const { refund } = await refundNew()
    stripe.setRefundStatus('failed')
    const failed = { status: 'failed', refundID: expect.stringMatching(/^re_/), failureCode: 'lost_or_stolen_card' }
    expect(await refund()).toEqual(failed)
    stripe.setRefundStatus('succeeded')
  })

  test('a refund of a disputed payment has failed for good, with the code of the error', async () => {
    const { refund } = await refundNew()
    stripe.failNext('dispute')
    expect(await refund()).toEqual({ status: 'failed', refundID: undefined, failureCode: 'charge_disputed' })
  })

  test('a refund of a payment that the provider does not know has failed for good', async () => {
    const unknown = { intentID: 'pi_unknown', amountCents: 100, idempotencyKey: 'refund-unknown' }
    expect(await gateway.refund(unknown)).toMatchObject({ status: 'failed', failureCode: 'resource_missing' })
  })

  test.each(['break', 'lowBalance'] as const)(
    'a refund that fails for now (%s) is thrown, and succeeds when it is requested again',
    async (failure) => {
      const { refund } = await refundNew()
      stripe.failNext(failure)
      await expect(refund()).rejects.toThrow()
      expect((await refund()).status).toBe('succeeded')
    },
  )
})

describe('Stripe failures', () => {
  test('an error of the provider gives CARD_PROVIDER_AWAY', async () => {
    stripe.failNext('break')
    expect(await refusal(gateway.createIntent(order()))).toEqual(providerAway)
  })

  test('a provider that never replies gives CARD_PROVIDER_AWAY', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const apiUrl = new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    const impatient = createStripeGateway({ ...stripe.settings, apiUrl, timeoutMs: 50 }, createLog('silent'))
    expect(await refusal(impatient.createIntent(order()))).toEqual(providerAway)
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  test('a provider address that refuses connections gives CARD_PROVIDER_AWAY', async () => {
    const unreachable = createStripeGateway(
      { ...stripe.settings, apiUrl: new URL('http://127.0.0.1:1') },
      createLog('silent'),
    )
    expect(await refusal(unreachable.readIntent('pi_1'))).toEqual(providerAway)
  })

  test('a secret key that the provider rejects gives CARD_PROVIDER_AWAY', async () => {
    const wrong = createStripeGateway({ ...stripe.settings, secretKey: 'sk_test_other' }, createLog('silent'))
    expect(await refusal(wrong.readIntent('pi_1'))).toEqual(providerAway)
  })

  test("a declined card is refused with PAYMENT_DECLINED and the provider's reason", async () => {
    stripe.failNext('decline')
    expect(await refusal(gateway.createIntent(order()))).toEqual(['PAYMENT_DECLINED', 'Your card was declined.'])
  })

  test('an invalid request to the provider is thrown as a programming error, not as a refusal', async () => {
    expect(await refusal(gateway.createIntent(order({ amountCents: 12.5 })))).not.toBeInstanceOf(Array)
  })
})

describe('Stripe webhook messages', () => {
  const read = ({ payload, signature }: { payload: Buffer; signature: string }) => gateway.readEvent(payload, signature)

  test.each([
    ['payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' }, 'intent.succeeded', 'pi_1', undefined],
    ['payment_intent.processing', { id: 'pi_1', object: 'payment_intent' }, 'intent.processing', 'pi_1', undefined],
    ['payment_intent.payment_failed', { id: 'pi_1', object: 'payment_intent' }, 'intent.failed', 'pi_1', undefined],
    ['payment_intent.canceled', { id: 'pi_1', object: 'payment_intent' }, 'intent.canceled', 'pi_1', undefined],
    ['refund.updated', { id: 're_1', payment_intent: 'pi_1', status: 'succeeded' }, 'refund.succeeded', 'pi_1', 're_1'],
    ['refund.failed', { id: 're_1', payment_intent: 'pi_1', status: 'failed' }, 'refund.failed', 'pi_1', 're_1'],
    ['refund.updated', { id: 're_1', payment_intent: 'pi_1', status: 'canceled' }, 'refund.failed', 'pi_1', 're_1'],
    ['refund.updated', { id: 're_1', payment_intent: 'pi_1', status: 'pending' }, 'other', undefined, undefined],
    ['charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_1' }, 'dispute', undefined, undefined],
    ['charge.dispute.closed', { id: 'dp_1', payment_intent: 'pi_1' }, 'dispute', undefined, undefined],
    ['customer.created', { id: 'cus_1' }, 'other', undefined, undefined],
  ])('a %s message about %j is read as %s', (type, object, kind, intentID, refundID) => {
    const disputeID = kind === 'dispute' ? 'dp_1' : undefined
    expect(read(stripe.message(type, object, 'evt_1'))).toEqual({
      eventID: 'evt_1',
      kind,
      intentID,
      refundID,
      disputeID,
    })
  })

  const genuine = () => stripe.message('payment_intent.succeeded', { id: 'pi_1' })

  test.each([
    [
      'signed with another secret',
      () => stripe.message('payment_intent.succeeded', { id: 'pi_1' }, 'evt_1', 'whsec_other'),
    ],
    [
      'changed after it was signed',
      () => ({ ...genuine(), payload: Buffer.from(genuine().payload.toString().replace('pi_1', 'pi_2')) }),
    ],
    ['not signed at all', () => ({ ...genuine(), signature: '' })],
    ['not JSON', () => ({ ...genuine(), payload: Buffer.from('hello') })],
  ])('a webhook message that is %s is refused as malformed', async (_what, forged) => {
    expect(await refusal((async () => read(forged()))())).toEqual(['MALFORMED', 'The request could not be read.'])
  })
})
