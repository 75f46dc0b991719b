import { expect, test } from 'vitest'
import { createRegisterCheck } from './check-register.ts'
import { columnsOf, type NicheRow } from './columns.ts'

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
    return check.niche({ ...noRow, ...place, directions: text }, number).map(({ message }) => `${number}: ${message}`)
  })
  expect(problems).toEqual(expected)
})
