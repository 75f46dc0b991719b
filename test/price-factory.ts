import { toDay } from '#contract/dates.ts'
import { priceApi } from '#contract/prices/api.ts'
import type { SignedInCaller, TestApp } from './test-app.ts'

/** Puts something for 80.00 on the price list from today on, which clerks charge by hand. Returns the ID of its price. */
export async function listPrice({ time }: TestApp, admin: SignedInCaller, kind: 'extension' | 'plaque' | 'transfer') {
  const item = { kind, name: kind, amount: '80.00', taxCategory: 'standard', accountCode: '' } as const
  const body = { ...item, chargedWhen: 'byHand', validFrom: toDay(time.now) } as const
  return (await admin.call(priceApi.save, { body })).body.priceID
}
