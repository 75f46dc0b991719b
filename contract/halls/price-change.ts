import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import { toAmount, toCents } from '../money.ts'
import { blockID, uuid } from '../schema-parts.ts'
import { amountHelp, maxNichesPerBlock, maxPriceCents, priceHelp, signedCents } from './block-layout.ts'

const priceChangeKinds = ['set', 'amount', 'percent'] as const
export type PriceChangeKind = (typeof priceChangeKinds)[number]

export const selectedNiches = z
  .array(uuid)
  .min(1, 'Please select at least one niche on the map.')
  .max(maxNichesPerBlock, 'Please select at most 4,000 niches.')

interface Change {
  kind: PriceChangeKind
  value: string
}

/** The value as a whole number: cents, or hundredths of a percent. */
export function parseValue({ kind, value }: Change): number | undefined {
  const text = value.trim()
  return kind === 'set' ? toCents(text) : signedCents(text)
}

/** The new price, rounded to a whole cent. Undefined if it is not from 0.00 to 1,000,000.00. */
export function changedPrice(priceCents: number, change: Change): number | undefined {
  const value = parseValue(change)
  if (value === undefined) return undefined
  const changed = {
    set: value,
    amount: priceCents + value,
    percent: Math.round(priceCents + (priceCents * value) / 10_000),
  }[change.kind]
  return changed >= 0 && changed <= maxPriceCents ? changed : undefined
}

const valueExamples: Record<PriceChangeKind, string> = {
  set: priceHelp,
  amount: amountHelp,
  percent: 'Please enter a percentage such as 5 or -2.5.',
}

/** The words for the change in lists and in the audit log. */
export function describeChange({ kind, value }: Change): string {
  const cents = parseValue({ kind, value }) ?? 0
  if (kind === 'set') return `set to ${toAmount(cents)}`
  const sign = cents < 0 ? '-' : '+'
  return `${sign}${toAmount(Math.abs(cents))}${kind === 'percent' ? ' %' : ''}`
}

const Fields = z.object({
  blockID,
  kind: z.enum(priceChangeKinds),
  value: z.string().trim().max(20),
  /** Empty changes the prices at once. */
  effectiveOn: z.string().refine((day) => day === '' || isIsoDay(day), 'Please enter a date.'),
})

const checkValue = (change: Change, context: z.core.$RefinementCtx) => {
  if (parseValue(change) === undefined)
    context.addIssue({ code: 'custom', path: ['value'], message: valueExamples[change.kind] })
}

/** The fields that are entered; the niches are selected on the map. */
export const PriceChangeFields = Fields.superRefine(checkValue)
export const PriceChangeForm = Fields.extend({
  nicheIDs: selectedNiches,
  requestID: uuid.describe('Chosen by the client. A call that is sent again with the same ID is done once.'),
}).superRefine(checkValue)
export type PriceChangeForm = z.infer<typeof PriceChangeForm>
