import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import { textWithin } from '../schema-parts.ts'

/** A rate that is charged from a day on, in hundredths of a percent: 900 is 9 %. */
interface TaxRate {
  from: string
  rate: number
}

/** Where the tax of a bill with several lines is rounded to cents. */
export const taxRoundings = ['line', 'total'] as const
export type TaxRounding = (typeof taxRoundings)[number]

const rateLine = /^(\d{4}-\d{2}-\d{2}): *(\d{1,2}(?:\.\d{1,2})?) *%?$/

/** One on each line, such as `2024-01-01: 9%`. Undefined if a line cannot be read or a day is there twice; the earliest comes first. */
export function readTaxRates(text: string): TaxRate[] | undefined {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const rates = lines.map(readRate)
  if (!rates.every((rate) => rate !== undefined)) return undefined
  if (new Set(rates.map(({ from }) => from)).size < rates.length) return undefined
  return rates.toSorted((a, b) => a.from.localeCompare(b.from))
}

function readRate(line: string): TaxRate | undefined {
  const [, from = '', percent = ''] = rateLine.exec(line) ?? []
  return isIsoDay(from) ? { from, rate: Math.round(Number(percent) * 100) } : undefined
}

const registrationDayHelp = 'Please choose the day from which the house is registered.'

/** Whether the house is registered for GST, since when, and what it charges. Its prices include the tax. */
export const TaxRules = z
  .object({
    /** Empty if the house is not registered. */
    taxNumber: textWithin(30),
    /** Empty, or a day, also in a house that is not registered. */
    taxRegisteredOn: z
      .string()
      .trim()
      .refine((text) => text === '' || isIsoDay(text), registrationDayHelp),
    taxRates: textWithin(1000),
    /** Cannot be changed once a registered house has chosen it. */
    taxRounding: z.enum(taxRoundings).default('line'),
  })
  .superRefine(({ taxNumber, taxRegisteredOn, taxRates }, { addIssue }) => {
    if (!taxNumber) return
    const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    if (taxRegisteredOn === '') refuse('taxRegisteredOn', registrationDayHelp)
    const rates = readTaxRates(taxRates)
    if (!rates || rates.length === 0)
      refuse('taxRates', 'Please write each line like "2024-01-01: 9%", with each day once.')
    else if (isIsoDay(taxRegisteredOn) && (rates[0]?.from ?? '') > taxRegisteredOn)
      refuse('taxRates', 'Please add the rate of the day from which the house is registered.')
  })
export type TaxRules = z.infer<typeof TaxRules>

export const noTax: TaxRules = { taxNumber: '', taxRegisteredOn: '', taxRates: '', taxRounding: 'line' }

export const isRegistered = ({ taxNumber, taxRegisteredOn }: TaxRules, day: string): boolean =>
  taxNumber !== '' && day >= taxRegisteredOn

/** The rate on a day; 0 before the registration, and for a house that is not registered. */
export const rateOn = (rules: TaxRules, day: string): number =>
  (isRegistered(rules, day) && readTaxRates(rules.taxRates)?.findLast(({ from }) => from <= day)?.rate) || 0

/** The tax that a price contains, rounded to the cent. */
export const taxWithin = (grossCents: number, rate: number): number => Math.round((grossCents * rate) / (10_000 + rate))

/**
 * The tax in each line of a bill. Rounded by total, the tax of each rate is that of its sum, and the lines share it: each has what the sum
 * up to it has more than the sum before.
 */
export function taxOfLines(lines: readonly { grossCents: number; rate: number }[], rounding: TaxRounding): number[] {
  if (rounding === 'line') return lines.map(({ grossCents, rate }) => taxWithin(grossCents, rate))
  const sums = new Map<number, number>()
  return lines.map(({ grossCents, rate }) => {
    const before = sums.get(rate) ?? 0
    sums.set(rate, before + grossCents)
    return taxWithin(before + grossCents, rate) - taxWithin(before, rate)
  })
}

/** 900 becomes `9%`. */
export const formatRate = (rate: number): string => `${rate / 100}%`
