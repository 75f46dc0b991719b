import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import { toCents } from '../money.ts'
import { required, textWithin, uuid } from '../schema-parts.ts'

/** What a house sells besides niches, with the name of each kind on screen. */
export const priceKinds = {
  furtherPerson: 'Further person',
  placement: 'Placement',
  opening: 'Opening',
  plaque: 'Plaque',
  engraving: 'Engraving',
  transfer: 'Transfer',
  extension: 'Extension',
  administration: 'Administration',
  other: 'Other',
} as const
export type PriceKind = keyof typeof priceKinds
const kinds = Object.keys(priceKinds) as [PriceKind, ...PriceKind[]]

/** How GST applies. Only `standard` has a rate above 0. */
export const taxCategories = {
  standard: 'Standard rate',
  zero: 'Zero rate',
  exempt: 'Exempt',
  outOfScope: 'Out of scope',
} as const
export type TaxCategory = keyof typeof taxCategories
export const taxCategoryNames = Object.keys(taxCategories) as [TaxCategory, ...TaxCategory[]]

/** The codes of the categories in PINT, the format of e-invoices in Singapore. */
const pintCategories: Record<TaxCategory, string> = {
  standard: 'SR',
  zero: 'ZR',
  exempt: 'ES33',
  outOfScope: 'OS',
}
/** A supplier who is not registered for GST has a code of its own. */
export const pintCodeOf = (category: TaxCategory, isRegistered: boolean): string =>
  isRegistered ? pintCategories[category] : 'NG'

/** What a code on a bill means. Undefined for that of a supplier who is not registered. */
export const categoryOfPintCode = (code: string | undefined): TaxCategory | undefined =>
  taxCategoryNames.find((name) => pintCategories[name] === code)

/** The category of a niche, which contains tax wherever the house must charge it. */
export const categoryAt = (rate: number): TaxCategory => (rate > 0 ? 'standard' : 'zero')

/** When an item is charged: by a clerk, or by Columba when staff approve something. */
export const chargedWhen = {
  byHand: 'When staff add it',
  anotherPerson: 'When another person in a niche is approved',
  urnRequest: 'When the placement for a pre-order is approved',
} as const
export type ChargedWhen = keyof typeof chargedWhen
/** Approvals that add charges by themselves. */
export type ChargingApproval = Exclude<ChargedWhen, 'byHand'>
const occasions = Object.keys(chargedWhen) as [ChargedWhen, ...ChargedWhen[]]

/** The gross price of what a family buys, never nothing: what is free is not charged. */
export const positiveAmount = z
  .string('Please enter an amount, such as 80.00.')
  .trim()
  .refine((text) => (toCents(text) ?? 0) > 0, 'Please enter an amount, such as 80.00.')

const priceFields = {
  kind: z.enum(kinds, 'Please choose what it is.'),
  name: required('Please enter a name that families understand', 80),
  amount: positiveAmount,
  taxCategory: z.enum(taxCategoryNames),
  /** The account of the house's own books. */
  accountCode: textWithin(20),
  chargedWhen: z.enum(occasions),
  validFrom: z.string().refine(isIsoDay, 'Please choose a date.'),
}

/** A new item, or a further price of one. What is agreed already keeps its price, so a price never begins in the past. */
export const priceForm = ({ today }: { today: string }) =>
  z.object({
    ...priceFields,
    validFrom: priceFields.validFrom.refine((day) => day >= today, 'Please choose today or a later day.'),
    /** The ID of the item; left out for a new one. */
    itemID: uuid.optional(),
    /** The ID of this price. A form that is sent again with it adds nothing. */
    priceID: uuid.optional(),
    /** Whether the item is no longer charged from that day on. */
    isWithdrawn: z.boolean().default(false),
  })

/** One price of an item: a row that is never changed. */
export const Price = z.object({ ...priceFields, priceID: z.string(), itemID: z.string(), isWithdrawn: z.boolean() })
export type Price = z.infer<typeof Price>

/** An item with the price of today, if it has one, and those that follow. */
export const PriceItem = z.object({ itemID: z.string(), now: Price.nullable(), next: z.array(Price) })
export type PriceItem = z.infer<typeof PriceItem>
