import { expect, test } from 'vitest'
import { createRegisterCheck } from './check-register.ts'
import { columnsOf, type NicheRow, type PersonRow } from './columns.ts'

const noRow = Object.fromEntries(columnsOf.niches.map(({ name }) => [name, ''])) as NicheRow

test.each([
  [['Past the pond.', '', 'Past the pond.'], []],
  [['Past the pond.', '', 'By the gate.'], ['4: Row 2 says something else of the same place.']],
  [['', 'Past the pond.'], ['3: Row 2, the first of the same place, says nothing here.']],
])('rows of one hall with the directions %j have the problems %j', (directions, expected) => {
  const check = createRegisterCheck()
  const problems = directions.flatMap((text, at) => {
    const place = { building: 'St Anne', level: '1', block: 'E', code: `A-${at}`, column: String(at + 1), row: '1' }
    const number = at + 2
    return check
      .niche({ ...noRow, ...place, directions: text }, String(number))
      .map(({ message }) => `${number}: ${message}`)
  })
  expect(problems).toEqual(expected)
})

test('halls and blocks whose names differ only in case are one', () => {
  const check = createRegisterCheck()
  const place = { level: '1', column: '1', row: '1' }
  check.niche({ ...noRow, ...place, building: 'St Anne', block: 'East', code: 'A-1' }, '2')
  const again = check.niche({ ...noRow, ...place, building: 'ST ANNE', block: 'EAST', code: 'A-2' }, '3')
  expect(again).toMatchObject([{ message: 'Column and row of this block are also in row 2.' }])
})

const nobody = Object.fromEntries(columnsOf.people.map(({ name }) => [name, ''])) as PersonRow
const [here, away, later] = [{}, { is_here: 'no' }, { for_later: 'yes' }]

test.each([
  ['2', '', [here, here], []],
  ['2', '', [later, later], ['3: The niche is Occupied. One of its places is for somebody who is here.']],
  ['2', '', [later, away], []],
  ['2', '', [here, away, here], ['4: This niche already has people in rows 2, 3.']],
  ['3', '2', [here, later], []],
  ['3', '3', [here, here, here], []],
  [
    '3',
    '3',
    [away],
    ['2: The niche has places for 3, and its row says 3 urns: none is left for somebody who is not here.'],
  ],
  ['3', '1', [here, away, later], []],
  ['3', '1', [here, here], ['3: The row of the niche says 1 urn, and more people than that are here.']],
  ['3', '0', [away, here], ['3: The row of the niche says 0 urns, and more people than that are here.']],
])(
  'an Occupied niche for %s with the urns %j and the people %j has the problems %j',
  (capacity, urns, people, expected) => {
    const check = createRegisterCheck()
    check.niche(
      { ...noRow, building: 'St Anne', level: '1', block: 'E', code: 'A-1', status: 'Occupied', capacity, urns },
      '2',
    )
    const problems = people.flatMap((person, at) =>
      check.person({ ...nobody, ...person, code: 'A-1' }, String(at + 2)).map(({ message }) => `${at + 2}: ${message}`),
    )
    expect(problems).toEqual(expected)
  },
)

test('a person of a Reserved niche whose urn is said to be here is a problem', () => {
  const check = createRegisterCheck()
  check.niche(
    { ...noRow, building: 'St Anne', level: '1', block: 'E', code: 'A-1', status: 'Reserved', capacity: '2' },
    '2',
  )
  expect(check.person({ ...nobody, code: 'A-1', is_here: 'no' }, '2')).toEqual([])
  expect(check.person({ ...nobody, code: 'A-1', is_here: 'yes' }, '3')).toMatchObject([{ column: 'is_here' }])
})

test('two rows that say something else of the right to one niche are a problem, and a row that says nothing or only writes it in another case is none', () => {
  const check = createRegisterCheck()
  const niche = { building: 'St Anne', level: '1', block: 'E', code: 'A-1', status: 'Occupied', capacity: '5' }
  check.niche({ ...noRow, ...niche }, '2')
  const person = { ...nobody, code: 'A-1' }
  expect(check.person(person, '2')).toEqual([])
  expect(check.person({ ...person, right_from: '1998', right_until: '2040-12-31' }, '3')).toEqual([])
  expect(check.person({ ...person, right_from: '1998', right_until: '2041-12-31' }, '4')).toMatchObject([
    { column: 'right_until', message: 'Row 3 says something else of the right to this niche.' },
  ])
  expect(check.person({ ...person, second_holder: 'Lim Bee' }, '5')).toEqual([])
  expect(check.person({ ...person, second_holder: 'LIM BEE' }, '6')).toEqual([])
})
