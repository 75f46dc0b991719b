import { randomBytes } from 'node:crypto'
import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Clock } from '#server/core/context.ts'
import { sandboxIntents } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { CardGateway, Intent, TestCard } from '#server/ports/card-gateway.ts'
import type { Db } from '#server/ports/database.ts'
import { cardDeclineReason, isRefundFailing } from './test-cards.ts'

/** The demo's card provider. Its intents are in the database, so that restarts and replicas do not lose them. */
export function createSandboxGateway({ db, clock }: { db: Db; clock: Clock }): CardGateway {
  return {
    provider: 'sandbox',
    publishableKey: 'pk_sandbox',
    check: async () => undefined,

    createIntent: async ({ paymentID, amountCents, currency, idempotencyKey }) => {
      const intentID = `pi_${randomHex(12)}`
      const fresh = {
        intentID,
        clientSecret: `${intentID}_secret_${randomHex(16)}`,
        status: 'pending' as const,
        amountCents,
        currency,
        paymentID,
        idempotencyKey,
      }
      await db.insert(sandboxIntents).values(fresh).onConflictDoNothing({ target: sandboxIntents.idempotencyKey })
      const [kept] = await db.select().from(sandboxIntents).where(eq(sandboxIntents.idempotencyKey, idempotencyKey))
      return kept ?? fresh
    },

    resumeIntent: (intentID) => find(db, eq(sandboxIntents.intentID, intentID)),

    readIntent: async (intentID) => toIntent(await find(db, eq(sandboxIntents.intentID, intentID))),

    /** All of them, as their times are not stored. */
    async *listIntents() {
      const intents = await db.select().from(sandboxIntents)
      yield intents.map((intent) => ({ ...toIntent(intent), bookingID: undefined, createdAt: clock() }))
    },

    listRefundedIntents: async () => {
      const refunded = await db.select().from(sandboxIntents).where(gt(sandboxIntents.refundedCents, 0))
      return refunded.map(({ intentID }) => intentID)
    },

    cancelIntent: async (intentID) => {
      await db
        .update(sandboxIntents)
        .set({ status: 'canceled' })
        .where(and(eq(sandboxIntents.intentID, intentID), isOpen))
      return toIntent(await find(db, eq(sandboxIntents.intentID, intentID)))
    },

    refund: async ({ intentID, amountCents }) => {
      const paidOnce = and(
        eq(sandboxIntents.intentID, intentID),
        eq(sandboxIntents.status, 'succeeded'),
        inArray(sandboxIntents.refundedCents, [0, amountCents]),
      )
      const refundID = intentID.replace('pi_', 're_')
      const [paid] = await db.select().from(sandboxIntents).where(paidOnce)
      if (!paid) return { status: 'failed', refundID: undefined, failureCode: 'resource_missing' }
      if (isRefundFailing(paid.cardLast4)) return { status: 'failed', refundID, failureCode: 'lost_or_stolen_card' }
      await db.update(sandboxIntents).set({ refundedCents: amountCents }).where(paidOnce)
      return { refundID, status: 'succeeded' }
    },

    readDispute: async () => {
      throw new AppError('NOT_FOUND')
    },

    /** Nobody disputes a payment of the demo. */
    listDisputes: async () => [],

    readEvent: () => {
      throw new AppError('MALFORMED')
    },

    confirmCard: (card) => confirmCard(db, clock, card),
  }
}

/** Idempotent: an intent that has succeeded stays so, even if a bad card is tried afterwards. */
async function confirmCard(db: Db, clock: Clock, card: TestCard): Promise<Intent> {
  const bySecret = eq(sandboxIntents.clientSecret, card.clientSecret)
  const before = await find(db, bySecret)
  const refusal = before.status === 'succeeded' ? undefined : cardDeclineReason(card, clock())
  await db
    .update(sandboxIntents)
    .set(refusal ? { status: 'failed' } : { status: 'succeeded', cardLast4: card.number.replace(/\D/g, '').slice(-4) })
    .where(and(bySecret, isOpen))

  const after = await find(db, bySecret)
  if (after.status === 'succeeded') return toIntent(after)
  const why = after.status === 'canceled' ? 'This payment was cancelled. Please start again.' : refusal
  throw new AppError('PAYMENT_DECLINED', { why: why ?? 'Your card was declined.' })
}

const isOpen = inArray(sandboxIntents.status, ['pending', 'failed'])

async function find(db: Db, which: ReturnType<typeof eq>) {
  const [row] = await db.select().from(sandboxIntents).where(which)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const toIntent = ({
  intentID,
  status,
  amountCents,
  currency,
  paymentID,
  cardLast4,
}: typeof sandboxIntents.$inferSelect): Intent => ({
  intentID,
  status,
  amountCents,
  currency,
  paymentID,
  cardLast4: cardLast4 ?? undefined,
})

const randomHex = (bytes: number) => randomBytes(bytes).toString('hex')
