import { expect, test } from 'vitest'
import { emptyRow, type NicheRow, type PersonRow, type RowOf } from '#contract/registers/columns.ts'
import type { RegisterFile } from '#contract/registers/problem.ts'
import type { KnownNiche, KnownPeople } from './compare-rows.ts'
import type { Answers, ReadRow } from './open-register.ts'
import { createPlanner, type PlanOptions } from './plan-rows.ts'

const readAt = <File extends RegisterFile>(number: number, row: RowOf[File]): ReadRow<File> => ({
  sheet: '',
  number,
  place: String(number),
  person: 0,
  row,
  source: {},
  problems: [],
})
const nicheRow = (code: string, more: Partial<NicheRow> = {}): NicheRow => ({
  ...emptyRow.niches,
  building: 'St Anne',
  level: '1',
  block: 'A',
  code,
  column: code.slice(2),
  row: '1',
  price: '800.00',
  status: 'Occupied',
  capacity: '3',
  ...more,
})
const personRow = (more: Partial<PersonRow>): PersonRow => ({ ...emptyRow.people, code: 'A-1', ...more })

const freeDoor: KnownNiche = { stored: undefined, atDoor: [], hadUrn: false, isOpen: true }
const asStored = (row: NicheRow): KnownNiche => ({
  ...freeDoor,
  stored: { row, counts: { people: 0, namedUrns: 0, unnamedUrns: 0 } },
})

/** People of niche A-1 as the house has them, by booking. */
const peopleInNiche = (people: Record<string, PersonRow>): KnownPeople => ({
  niche: { nicheID: 'A-1', capacity: 3, status: 'Occupied' } as KnownPeople['niche'],
  people: Object.entries(people).map(([bookingID, row]) => ({
    row,
    stored: {
      bookingID,
      account: null,
      entry: { holderName: row.holder_name },
      beneficiary: { beneficiaryName: row.beneficiary_name },
    } as KnownPeople['people'][number]['stored'],
  })),
})

/** Plans a register with niche A-1, whose people are in parts. */
function planPeople(parts: readonly PersonRow[][], known: KnownPeople, options: PlanOptions & Answers = {}) {
  const planner = createPlanner(() => '', options)
  const niche = readAt<'niches'>(2, nicheRow('A-1'))
  planner.niches([niche], new Map([[niche.row, asStored(niche.row)]]))
  const planned = parts.flatMap((rows, part) =>
    planner.people(
      rows.map((row, at) => readAt<'people'>(10 * part + at + 2, row)),
      new Map([['A-1', known]]),
    ),
  )
  return [...planned, ...[...planner.rest()].flat()].map(({ read, outcome, problems }) => [
    read.row.beneficiary_name,
    outcome,
    problems.map(({ column, what, correctable }) => [column, what, correctable?.bookingID]),
  ])
}

test('a niche is new, the same, different, or its row is a problem', () => {
  const rows = ['A-1', 'A-2', 'A-3', 'A-4'].map((code, at) => readAt<'niches'>(at + 2, nicheRow(code)))
  const inHouse = [
    freeDoor,
    asStored(nicheRow('A-2')),
    asStored(nicheRow('A-3', { price: '900.00' })),
    { ...freeDoor, atDoor: [{ half: '', code: 'B-1' }] },
  ]
  const known = new Map(rows.map(({ row }, at) => [row, inHouse[at] ?? freeDoor]))
  const planned = createPlanner(() => 'Fee', {}).niches(rows, known)
  expect(planned.map(({ outcome }) => outcome)).toEqual(['new', 'same', 'different', 'problem'])
  expect(planned[2]?.problems).toMatchObject([{ row: 4, header: 'Fee', what: 'different', value: '800.00' }])
})

test('whoever has another name than the only person without a row is asked about, after all rows are read', () => {
  const known = peopleInNiche({
    first: personRow({ beneficiary_name: 'Tan Ah Koh' }),
    second: personRow({ beneficiary_name: 'Lim Mui' }),
  })
  const parts = [[personRow({ beneficiary_name: 'Tan Ah Kow' })], [personRow({ beneficiary_name: 'Lim Mui' })]]
  expect(planPeople(parts, known)).toEqual([
    ['Lim Mui', 'same', []],
    ['Tan Ah Kow', 'different', [['beneficiary_name', 'unknown person', 'first']]],
  ])
  expect(planPeople(parts, known, { furtherPeople: true })).toEqual([
    ['Lim Mui', 'same', []],
    ['Tan Ah Kow', 'new', []],
  ])
})

test('nothing is offered for correction if an unknown name can be that of several', () => {
  const known = peopleInNiche({
    first: personRow({ beneficiary_name: 'Tan Ah Koh' }),
    second: personRow({ beneficiary_name: 'Lim Mui' }),
  })
  expect(planPeople([[personRow({ beneficiary_name: 'Goh Bee' })]], known)).toEqual([
    ['Goh Bee', 'different', [['beneficiary_name', 'unknown person', undefined]]],
  ])
})

const tan = personRow({ beneficiary_name: 'Tan Ah Kow', reference: 'p. 7', deed: 'D-1' })
const lim = personRow({ beneficiary_name: 'Lim Bee', reference: 'p. 7', deed: 'D-1' })
const unreferred = { reference: '', deed: '' }

test.each([
  [
    'unknown names',
    'unknown person',
    [
      [
        { ...tan, ...unreferred },
        { ...lim, ...unreferred },
      ],
    ],
  ],
  ['unknown names far apart', 'unknown person', [[{ ...tan, ...unreferred }], [{ ...lim, ...unreferred }]]],
  ['rows with the same reference and deed', 'different', [[tan, lim]]],
])('nothing is offered for correction if several %s can be of the only person without a row', (_, what, parts) => {
  const known = peopleInNiche({ first: { ...tan, beneficiary_name: 'Tan Ah Koh' } })
  expect(planPeople(parts, known)).toEqual([
    ['Tan Ah Kow', 'different', [['beneficiary_name', what, undefined]]],
    ['Lim Bee', 'different', [['beneficiary_name', what, undefined]]],
  ])
})

test('an unknown name is not offered as that of somebody whom a row with a mistake may name', () => {
  const known = peopleInNiche({ first: personRow({ beneficiary_name: 'Tan Ah Koh' }) })
  const planner = createPlanner(() => '', {})
  const niche = readAt<'niches'>(2, nicheRow('A-1'))
  planner.niches([niche], new Map([[niche.row, asStored(niche.row)]]))
  const mistake = { column: 'died', value: '3014', message: 'Died is in the future.' }
  const rows = [{ ...readAt<'people'>(2, tan), problems: [mistake] }, readAt<'people'>(3, lim)]
  planner.people(rows, new Map([['A-1', known]]))
  const asked = [...planner.rest()].flat()
  expect(asked).toMatchObject([{ outcome: 'different', problems: [{ value: 'Lim Bee' }] }])
  expect(asked[0]?.problems[0]?.correctable).toBeUndefined()
})

test.each([
  ['in one part', [['1996-05-14', '2010-03-02']]],
  ['in two parts', [['1996-05-14'], ['2010-03-02']]],
])('of two people of one name with a row each, %s, nobody is offered the date of the other', (_, dates) => {
  const named = (died: string) => personRow({ beneficiary_name: 'Tan Ah Kow', died })
  const known = peopleInNiche({ father: named('1996'), son: named('2010') })
  expect(
    planPeople(
      dates.map((part) => part.map(named)),
      known,
    ),
  ).toEqual([
    ['Tan Ah Kow', 'different', [['died', 'different', undefined]]],
    ['Tan Ah Kow', 'different', [['died', 'different', undefined]]],
  ])
})

test('a row with a number and one without, both of one name, are compared with the person of that number and with the other', () => {
  const father = { beneficiary_name: 'Tan Ah Kow', identity_number: 'S0000001I' }
  const son = { beneficiary_name: 'Tan Ah Kow' }
  const known = peopleInNiche({
    father: personRow({ ...father, died: '1996' }),
    son: personRow({ ...son, died: '2010' }),
  })
  const rows = [personRow({ ...son, died: '2010-03-02' }), personRow({ ...father, died: '1996-05-14' })]
  expect(planPeople([rows], known)).toEqual([
    ['Tan Ah Kow', 'different', [['died', 'different', 'son']]],
    ['Tan Ah Kow', 'different', [['died', 'different', 'father']]],
  ])
})

test('a row with a mistake of its own still names somebody, so that nobody else is asked about', () => {
  const known = peopleInNiche({ first: personRow({ beneficiary_name: 'Lim Mui' }) })
  const wrong = personRow({ beneficiary_name: 'LIM MUI', is_here: 'no' })
  const planner = createPlanner(() => '', {})
  const niche = readAt<'niches'>(2, nicheRow('A-1'))
  planner.niches([niche], new Map([[niche.row, asStored(niche.row)]]))
  const mistake = { column: 'died', value: '3014', message: 'Died is in the future.' }
  const rows = [
    { ...readAt<'people'>(2, wrong), problems: [mistake] },
    readAt<'people'>(3, personRow({ beneficiary_name: 'Goh Bee' })),
  ]
  const planned = planner.people(rows, new Map([['A-1', known]]))
  expect(planned.map(({ outcome }) => outcome)).toEqual(['problem', 'new'])
  expect([...planner.rest()]).toEqual([])
})
