import { z } from 'zod'
import { toAmount, toCents } from '../money.ts'
import { halves, maxCapacity } from '../niches/niche.ts'
import { rowHeightFields, rowHeightProblems } from '../niches/row-heights.ts'
import { required } from '../schema-parts.ts'
import { defaultCodePattern, patternProblem } from './code-pattern.ts'
import { Numbering } from './wall-numbering.ts'

/** `4, 13-15` becomes 4, 13, 14, 15. Undefined if it is not such a list. */
function parseNumberList(text: string): number[] | undefined {
  const numbers = new Set<number>()
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const [, from, to = from] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part) ?? []
    if (from === undefined || Number(to) < Number(from)) return undefined
    for (let number = Number(from); number <= Number(to); number++) numbers.add(number)
  }
  return [...numbers].sort((a, b) => a - b)
}

export const maxNichesPerBlock = 4000
export const maxPriceCents = 100_000_000
export const priceHelp = 'Please enter a price from 0.00 to 1000000.00.'
export const amountHelp = 'Please enter an amount such as 200 or -50.'
const maxPerSide = 200

const priceKinds = ['steps', 'list'] as const

const wholeNumber = (label: string, max: number) =>
  z.coerce
    .number<string | number>(`Please enter a number for ${label}.`)
    .int('Please enter a whole number.')
    .min(1, 'At least 1')
    .max(max, `At most ${max}`)
const numberList = z
  .string()
  .max(200)
  .refine((text) => parseNumberList(text), 'Please enter numbers such as 4, 13-15.')
const optionalText = z.string().trim().max(2000)

/** The number of people that each niche has places for, and the price for each after the first. */
export const Places = z.object({
  capacity: wholeNumber('the people', maxCapacity),
  furtherPrice: z
    .string()
    .trim()
    .refine((text) => toCents(text) !== undefined, priceHelp),
})
export type Places = z.output<typeof Places>

/** The rule by which the niches of a block are numbered and priced. Columns and rows count as seen from the front. */
export const LayoutFields = z.object({
  rows: wholeNumber('the rows', maxPerSide),
  columns: wholeNumber('the columns', maxPerSide),
  /** The number of niches behind each door. */
  halves: wholeNumber('the halves', halves.length),
  ...rowHeightFields,
  firstColumn: wholeNumber('the first column', 9000),
  ...Numbering.shape,
  skippedColumns: numberList,
  skippedRows: numberList,
  /** Replaces {hall}. Empty in drafts from before this field existed, which use the initials of the hall. */
  hallCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{0,10}$/, 'Please use letters from A to Z and digits, at most 10.'),
  codePattern: required('Please enter a pattern.', 80),
  priceKind: z.enum(priceKinds),
  basePrice: optionalText,
  /** The amount that is added for each row after the first; may be negative. */
  priceStep: optionalText,
  /** One price for each row, from the lowest row number. */
  priceList: optionalText,
  ...Places.shape,
})
export type LayoutFields = z.output<typeof LayoutFields>

export const defaultLayout: LayoutFields = {
  rows: 8,
  columns: 12,
  halves: 1,
  lowestCm: '',
  rowCm: '',
  firstColumn: 1,
  firstColumnAt: 'left',
  rowOneAt: 'top',
  skippedColumns: '',
  skippedRows: '',
  hallCode: '',
  codePattern: defaultCodePattern,
  priceKind: 'steps',
  basePrice: '3000',
  priceStep: '0',
  priceList: '',
  capacity: 1,
  furtherPrice: '0.00',
}

type Problems = Partial<Record<keyof LayoutFields, string>>

/** Problems that fields cause together, keyed by the field that should change. */
export function layoutProblems(layout: LayoutFields): Problems {
  const pattern = patternProblem(layout.codePattern)
  const { rows, columns, halves } = layout
  const total = rows * columns * halves
  return {
    ...(total > maxNichesPerBlock && {
      columns: `A block has at most 4,000 niches; ${rows} rows of ${columns}${halves > 1 ? ` doors with ${halves} halves` : ''} are ${total}.`,
    }),
    ...rowHeightProblems(layout),
    ...(pattern && { codePattern: pattern }),
    ...priceProblems(layout),
  }
}

export const checkLayout = (layout: LayoutFields, context: z.core.$RefinementCtx) => {
  for (const [field, message] of Object.entries(layoutProblems(layout)))
    context.addIssue({ code: 'custom', path: [field], message })
}

export const BlockLayout = LayoutFields.superRefine(checkLayout)
export type BlockLayout = z.output<typeof BlockLayout>

/** Column or row numbers, counted from the first and without those skipped. */
function numbersFrom(first: number, count: number, skipped: string): number[] {
  const left = new Set(parseNumberList(skipped))
  const numbers: number[] = []
  for (let number = first; numbers.length < count; number++) if (!left.has(number)) numbers.push(number)
  return numbers
}

export const columnNumbers = ({ firstColumn, columns, skippedColumns }: LayoutFields) =>
  numbersFrom(firstColumn, columns, skippedColumns)
export const rowNumbers = ({ rows, skippedRows }: LayoutFields) => numbersFrom(1, rows, skippedRows)

/** The price of each row as text, while it is being edited. What is missing or wrong is empty. */
export function pricesOfRows(
  layout: Pick<LayoutFields, 'priceKind' | 'basePrice' | 'priceStep' | 'priceList' | 'rows'>,
) {
  const at = Array.from({ length: layout.rows }, (_, index) => index)
  if (layout.priceKind === 'list') {
    const listed = listedPrices(layout.priceList)
    return at.map((index) => (listed[index] ?? '').replace(missingPrice, ''))
  }
  const [base, step] = [toCents(layout.basePrice), stepCents(layout.priceStep)]
  return at.map((index) => (base === undefined || step === undefined ? '' : toAmount(base + step * index)))
}

/** Stands for a row without a price, so that the others keep their places in the list. */
const missingPrice = '?'
export const toPriceList = (prices: readonly string[]) =>
  prices.map((price) => price.replaceAll(/\s/g, '') || missingPrice).join('\n')

const listedPrices = (text: string) => text.split(/[\n;]+|\s{1,}/).filter(Boolean)

function priceProblems(layout: LayoutFields): Problems {
  const { priceKind, basePrice, priceStep, priceList, rows } = layout
  if (priceKind === 'list') {
    const listed = listedPrices(priceList)
    const wrong = listed.find((text) => toCents(text) === undefined)
    if (wrong) return { priceList: `${wrong} is not a price from 0.00 to 1000000.00.` }
    if (listed.length !== rows)
      return { priceList: `Please enter ${rows} prices, one for each row. There are ${listed.length} now.` }
    return {}
  }
  if (toCents(basePrice) === undefined) return { basePrice: priceHelp }
  const step = stepCents(priceStep)
  if (step === undefined) return { priceStep: amountHelp }
  const last = (toCents(basePrice) ?? 0) + step * (rows - 1)
  if (last < 0 || last > maxPriceCents)
    return { priceStep: `The last row would cost ${(last / 100).toFixed(2)}. Prices are from 0.00 to 1000000.00.` }
  return {}
}

/** An amount that may be negative. */
export function signedCents(text: string): number | undefined {
  const cents = toCents(text.replace(/^[-+]/, ''))
  return cents === undefined ? undefined : text.startsWith('-') ? -cents : cents
}

const stepCents = (text: string) => signedCents(text.replace(/^[-+]?$/, '0'))

/** The price of each row, from the lowest row number. Only for a layout without problems. */
export function rowPrices({ priceKind, basePrice, priceStep, priceList, rows }: LayoutFields): number[] {
  if (priceKind === 'list') return listedPrices(priceList).map((text) => toCents(text) ?? 0)
  const [base, step] = [toCents(basePrice) ?? 0, stepCents(priceStep) ?? 0]
  return Array.from({ length: rows }, (_, index) => base + step * index)
}
