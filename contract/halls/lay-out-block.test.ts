import { expect, test } from 'vitest'
import {
  BlockLayout,
  defaultLayout,
  type LayoutFields,
  layoutProblems,
  pricesOfRows,
  toPriceList,
} from './block-layout.ts'
import { hallInitials } from './code-pattern.ts'
import { blockViewOf, codeProblem, hallCodeProblem, layOutBlock } from './lay-out-block.ts'

const place = { buildingName: 'Tembusu Hall', levelNumber: 1, blockName: 'A' }
const layoutWith = (changes: Partial<LayoutFields>): LayoutFields => ({
  ...defaultLayout,
  rows: 2,
  columns: 3,
  basePrice: '3000',
  ...changes,
})
const codesOf = (changes: Partial<LayoutFields>) =>
  layOutBlock(layoutWith(changes), place).map(({ nicheCode }) => nicheCode)

test.each<[what: string, changes: Partial<LayoutFields>, codes: string[]]>([
  [
    'the default pattern',
    {},
    ['TH-1A-01-01', 'TH-1A-02-01', 'TH-1A-03-01', 'TH-1A-01-02', 'TH-1A-02-02', 'TH-1A-03-02'],
  ],
  ['first column 25', { rows: 1, firstColumn: 25 }, ['TH-1A-25-01', 'TH-1A-26-01', 'TH-1A-27-01']],
  ['skipped columns', { rows: 1, skippedColumns: '2, 4-5' }, ['TH-1A-01-01', 'TH-1A-03-01', 'TH-1A-06-01']],
  ['skipped rows', { columns: 1, rows: 2, skippedRows: '1 2' }, ['TH-1A-01-03', 'TH-1A-01-04']],
  ['halves', { rows: 1, columns: 2, halves: 2 }, ['TH-1A-01-01-a', 'TH-1A-01-01-b', 'TH-1A-02-01-a', 'TH-1A-02-01-b']],
  ['a code of the hall', { rows: 1, columns: 1, hallCode: 'ST' }, ['ST-1A-01-01']],
  ['other digits', { rows: 1, columns: 1, codePattern: 'X{block}{column:3}.{row:1}' }, ['XA001.1']],
])('the niches of a layout with %s get their codes', (_what, changes, codes) => {
  expect(codesOf(changes)).toEqual(codes)
})

test.each<[what: string, changes: Partial<LayoutFields>, view: object | undefined]>([
  ['from the left and the top', {}, undefined],
  ['from the right', { firstColumnAt: 'right' }, { columns: [3, 2, 1], rows: [1, 2] }],
  ['row 1 at the bottom', { rowOneAt: 'bottom' }, { columns: [1, 2, 3], rows: [2, 1] }],
  ['a skipped number', { skippedColumns: '2' }, { columns: [1, 3, 4], rows: [1, 2] }],
])('numbering %s is seen on the wall as such', (_what, changes, view) => {
  expect(blockViewOf(layoutWith(changes))).toEqual(view)
})

test.each<[what: string, changes: Partial<LayoutFields>, prices: number[]]>([
  ['one price', {}, [300_000, 300_000]],
  ['a step for each row', { priceStep: '150.50' }, [300_000, 315_050]],
  ['a negative step', { priceStep: '-100' }, [300_000, 290_000]],
  ['a list', { priceKind: 'list', priceList: '2000\n2500.50' }, [200_000, 250_050]],
  ['free niches', { basePrice: '0' }, [0, 0]],
])('each row of a layout with %s gets its price', (_what, changes, prices) => {
  const niches = layOutBlock(layoutWith({ ...changes, columns: 1 }), place)
  expect(niches.map(({ priceCents }) => priceCents)).toEqual(prices)
})

test.each<[field: keyof LayoutFields, changes: Partial<LayoutFields>]>([
  ['columns', { rows: 40, columns: 101 }],
  ['columns', { rows: 40, columns: 51, halves: 2 }],
  ['codePattern', { codePattern: '{hall}-{column}' }],
  ['codePattern', { codePattern: '{house}-{column}-{row}' }],
  ['codePattern', { codePattern: '{column} {row}' }],
  ['basePrice', { basePrice: '' }],
  ['basePrice', { basePrice: '2,00' }],
  ['priceStep', { priceStep: 'x' }],
  ['priceStep', { basePrice: '100', priceStep: '-200' }],
  ['priceList', { priceKind: 'list', priceList: '100' }],
  ['priceList', { priceKind: 'list', priceList: '100\nfree' }],
])('the problem is shown at %s for %j', (field, changes) => {
  expect(Object.keys(layoutProblems(layoutWith(changes)))).toEqual([field])
})

test.each<[field: keyof LayoutFields, changes: object]>([
  ['rows', { rows: '' }],
  ['rows', { rows: 0 }],
  ['columns', { columns: '201' }],
  ['firstColumn', { firstColumn: 'A' }],
  ['halves', { halves: 5 }],
  ['skippedColumns', { skippedColumns: '4, x' }],
  ['skippedRows', { skippedRows: '9-3' }],
])('the form refuses %s in %j', (field, changes) => {
  const { error } = BlockLayout.safeParse({ ...layoutWith({}), ...changes })
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
})

test('a block of 4,000 niches is laid out with 4,000 different codes', () => {
  const niches = layOutBlock(layoutWith({ rows: 40, columns: 100 }), place)
  expect([niches.length, codeProblem(niches)]).toEqual([4000, undefined])
})

test('a code of two niches, or one that is too long or has a space, is named', () => {
  const planned = (codePattern: string) => layOutBlock(layoutWith({ rows: 11, columns: 11, codePattern }), place)
  expect(codeProblem(planned('{column:1}{row:1}'))).toBe(
    'Two niches would have the code 111. Please set {column} and {row} apart.',
  )
  expect(codeProblem(planned(`${'x'.repeat(36)}{column}-{row}`))).toContain('too long')
  expect(codeProblem(layOutBlock(layoutWith({}), { ...place, blockName: 'East wall' }))).toContain('a space or a sign')
})

test('the initials of a hall come from each word of its name', () => {
  expect(hallInitials("Saint Peter's new hall 2")).toBe('SPSNH2')
})

test.each<[what: string, layout: Partial<LayoutFields>, prices: string[]]>([
  ['steps', { rows: 3, basePrice: '3,000', priceStep: '-100' }, ['3000.00', '2900.00', '2800.00']],
  ['a list with a row that is still empty', { rows: 3, priceKind: 'list', priceList: '100\n?\n90' }, ['100', '', '90']],
  ['a list that is too short', { rows: 2, priceKind: 'list', priceList: '100' }, ['100', '']],
])('prices of rows by %s are edited one by one, and become the same list again', (_what, changes, prices) => {
  const layout = layoutWith(changes)
  expect(pricesOfRows(layout)).toEqual(prices)
  const priceList = toPriceList(prices)
  expect(pricesOfRows({ ...layout, priceKind: 'list', priceList })).toEqual(prices)
})

test.each([
  ['慈恩堂', '', 'Please enter a short code of the hall, such as TH.'],
  ['慈恩堂', 'CE', undefined],
  ['Tembusu Hall', '', undefined],
])('the hall %s with the code %j has this problem: %s', (buildingName, hallCode, problem) => {
  expect(hallCodeProblem(layoutWith({ hallCode }), { ...place, buildingName })).toBe(problem)
})
