import type { Context } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { findPaymentOfIntent, recordRefundResult } from '#server/payments/public.ts'
import type { GatewayEvent } from '#server/ports/card-gateway.ts'
import { applyIntent } from './apply-intent.ts'

/** Applies a signed event from the provider. Events about payments that are not ours are logged and acknowledged. */
export async function handleWebhook(context: Context, rawBody: Buffer, signature: string) {
  const event = context.gateway.readEvent(rawBody, signature)
  await applyEvent(context, event).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
    context.log.warn({ eventID: event.eventID }, 'ignored an event about an unknown payment')
  })
  return { received: true } as const
}

async function applyEvent(context: Context, event: GatewayEvent) {
  const { eventID, kind, intentID, refundID, failureCode } = event
  if (!intentID || kind === 'other') return
  if (kind.startsWith('intent.')) {
    await applyIntent(context, intentID, eventID)
    return
  }
  const payment = await findPaymentOfIntent(context.db, intentID, undefined)
  if (!payment || !refundID) return
  const status = kind === 'refund.succeeded' ? 'succeeded' : 'failed'
  await recordRefundResult(context, payment.paymentID, { status, refundID, failureCode, eventID })
}
