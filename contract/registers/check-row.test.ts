import { expect, test } from 'vitest'
import { checkRow, cleanCell, headerProblem, keepApostrophe } from './check-row.ts'
import { columnsOf, optionalDetails } from './columns.ts'
import { dateOrNotRecorded, isAfter, isPartialDate } from './partial-date.ts'

const today = '2026-03-14'
const header = columnsOf.niches.map(({ name }) => name)
const niche = [
  'Tembusu Hall',
  '1',
  'A',
  'TH-1A-01-01',
  '1',
  '1',
  'a',
  '3800.00',
  'Available',
  '',
  '2',
  '500.00',
  '',
].concat(['right', 'bottom', '250', '300', '2026-12-01T09:00', 'Past the pond.', ''])

test.each([
  ['1932', true],
  ['1932-05', true],
  ['1932-05-14', true],
  ['1932-13', false],
  ['1932-02-30', false],
  ['32', false],
  ['14/05/1932', false],
])('%s as a date of a register: %s', (text, expected) => {
  expect(isPartialDate(text)).toBe(expected)
})

test.each([
  ['2026', false],
  ['2027', true],
  ['2026-03', false],
  ['2026-04', true],
  ['2026-03-15', true],
])('%s is after 14 March 2026: %s', (date, expected) => {
  expect(isAfter(date, today)).toBe(expected)
})

test('a date is shown as far as it is known', () => {
  expect(['1932-05-14', '1932-05', '1932', '', null].map(dateOrNotRecorded)).toEqual([
    '14 May 1932',
    'May 1932',
    '1932',
    'Not recorded',
    'Not recorded',
  ])
})

test('numbers are read without leading zeros and prices with two decimals', () => {
  const { row, problems } = checkRow(
    'niches',
    header,
    niche.with(1, '01').with(7, '3800').with(10, '02').with(11, '500'),
    today,
  )
  expect(problems).toEqual([])
  expect(row).toMatchObject({ level: '1', price: '3800.00', capacity: '2', further_price: '500.00' })
})

test.each([
  [6, 'left', 'Half must be one of a, b, c, d.'],
  [13, 'middle', 'First column at must be one of left, right.'],
  [15, '0', 'Opening width mm must be a whole number from 1 to 9999.'],
  [17, '2026-12-01', 'Opens at must be a day and a time such as 2026-12-01T09:00.'],
  [17, '2026-13-01T09:00', 'Opens at must be a day and a time such as 2026-12-01T09:00.'],
])('value %i of a niche is checked: %s', (at, value, message) => {
  const { problems } = checkRow('niches', header, niche.with(at, value), today)
  expect(problems.map((problem) => problem.message)).toEqual([message])
})

test('tabs in texts and sizes of doors are accepted as the forms accept them, other control characters are not', () => {
  const read = (directions: string) =>
    checkRow('niches', header, niche.with(15, '9999').with(18, directions), today).problems.map(
      ({ message }) => message,
    )
  expect(read('Past the pond,\n\tthen left')).toEqual([])
  expect(read('Past the pond\u0007')).toEqual(['Directions has a character that cannot be read.'])
})

test('a row with another number of values than the header has only that problem', () => {
  expect(checkRow('niches', header, niche.slice(1), today).problems.map(({ message }) => message)).toEqual([
    'The row has 19 values for 20 columns.',
  ])
})

test('the apostrophe before a formula is not part of the value', () => {
  expect([" '+65 9123 4567 ", "'Ah Kow", "O'Brien"].map(cleanCell)).toEqual(['+65 9123 4567', "'Ah Kow", "O'Brien"])
})

test('an apostrophe that is part of the text survives export and import', () => {
  const texts = ["'=1", "''+65", "'Ah Kow", "'"]
  expect(texts.map((text) => cleanCell(keepApostrophe(text)))).toEqual(texts)
})

test('values from a list are read in any case', () => {
  const { row, problems } = checkRow('niches', header, niche.with(6, 'A').with(8, 'OCCUPIED').with(13, 'Right'), today)
  expect(problems).toEqual([])
  expect(row).toMatchObject({ half: 'a', status: 'Occupied', first_column_at: 'right' })
  const person = {
    code: 'A-1',
    holder_name: 'Tan',
    gender: 'female',
    relationship: 'SPOUSE',
    is_here: 'No',
    for_later: 'NO',
  }
  expect(readPerson(person)).toMatchObject({
    row: { gender: 'Female', relationship: 'Spouse', is_here: 'no', for_later: '' },
    problems: [],
  })
})

test.each([
  ['Occupied', '2', '02', '2', []],
  ['Occupied', '', '1', '1', []],
  ['Occupied', '', '0', '0', []],
  ['Available', '', '0', '', []],
  ['Occupied', '2', '3', '3', ['The capacity of the niche is only 2.']],
  ['Occupied', '', '2', '2', ['The capacity of the niche is only 1.']],
  ['Available', '2', '1', '1', ['The niche is Available. Only an Occupied niche holds urns.']],
  ['Blocked', '2', '1', '1', ['The niche is Blocked. Only an Occupied niche holds urns.']],
  ['Reserved', '2', '1', '1', ['The niche is Reserved. Only an Occupied niche holds urns.']],
  ['Occupied', '2', '9', '9', ['Urns must be a whole number from 0 to 8.']],
])(
  'a niche that is %s with the capacity %j and the urns %j has the urns %j and the problems %j',
  (status, capacity, urns, read, expected) => {
    const cells = niche.with(8, status).with(10, capacity).with(12, urns)
    const { row, problems } = checkRow('niches', header, cells, today)
    expect([row.urns, problems.map(({ message }) => message)]).toEqual([read, expected])
  },
)

test('a name in another script is stored behind the name, or alone', () => {
  const nameOf = (names: object) => readPerson({ code: 'A-1', ...names }).row
  const tan = { beneficiary_name: 'Tan Ah Kow', other_script: '陳亞九' }
  expect(nameOf(tan)).toMatchObject({ beneficiary_name: 'Tan Ah Kow 陳亞九', other_script: '' })
  expect(nameOf({ other_script: '陳亞九' })).toMatchObject({ beneficiary_name: '陳亞九' })
  expect(readPerson({ ...tan, code: 'A-1', other_script: '陳'.repeat(190) }).problems).toMatchObject([
    { column: 'other_script', message: 'Both names together are at most 200 characters.' },
  ])
})

test('somebody who is here has no place for later', () => {
  const person = { code: 'A-1', beneficiary_name: 'Lim Bee', is_here: 'yes', for_later: 'yes' }
  expect(readPerson(person).problems.map(({ column }) => column)).toEqual(['is_here'])
})

const readPerson = (person: Record<string, string>) =>
  checkRow('people', Object.keys(person), Object.values(person), today)

test('columns may be in any order, but none may be unknown or missing', () => {
  const without = header.filter((name) => name !== 'price')
  expect([header.toReversed(), [...without, 'prise'], without].map((names) => headerProblem('niches', names))).toEqual([
    undefined,
    'The column "prise" is not known. Remove it or correct its name.',
    'The column "price" is missing.',
  ])
})

test('a place for later of somebody who has died is a problem of that column, whose value cannot be skipped', () => {
  const person = { code: 'TH-1A-01-01', beneficiary_name: 'Lim Bee', died: '1999', for_later: 'yes' }
  const { problems } = readPerson(person)
  expect(problems.map(({ column }) => column)).toEqual(['for_later'])
  expect(optionalDetails.filter((name) => name in { ...person, identity_number: '', holder_name: '' })).toEqual([
    'died',
  ])
})

test.each([
  [{ status: 'Occupied', is_blocked: 'yes', reason: 'A leak' }, []],
  [{ status: 'Reserved', is_blocked: 'no' }, []],
  [{ status: 'Available', is_blocked: 'yes' }, ['is_blocked']],
  [{ status: 'Occupied', is_blocked: 'no', reason: 'A leak' }, ['reason']],
])('a niche with %j has problems at %j', (change, columns) => {
  const place = { building: 'East', level: '1', block: 'A', code: 'A-1', column: '1', row: '1', price: '0' }
  const cells: Record<string, string> = { ...place, ...change }
  const { problems } = checkRow('niches', Object.keys(cells), Object.values(cells), today)
  expect(problems.map(({ column }) => column)).toEqual(columns)
})

test('whoever is withheld from visitors has a reason, and nobody else has one', () => {
  const columnsOf = (change: Record<string, string>) =>
    readPerson({ code: 'A-1', beneficiary_name: 'Lim Bee', ...change }).problems.map(({ column }) => column)
  expect(columnsOf({ visitors: 'withheld', withheld_reason: 'The widow asked' })).toEqual([])
  expect(columnsOf({ visitors: 'withheld' })).toEqual(['withheld_reason'])
  expect(columnsOf({ visitors: 'shared', withheld_reason: 'The widow asked' })).toEqual(['withheld_reason'])
})
