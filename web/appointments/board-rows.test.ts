import { expect, test } from 'vitest'
import { toInstant } from '#contract/dates.ts'
import { boardRows, timeBeside } from './board-rows.ts'

const at = (appointmentID: string, buildingName: string, time: string) => ({
  appointmentID,
  buildingName,
  startsAt: toInstant('2026-03-14', time).toISOString(),
  endsAt: toInstant('2026-03-14', '23:00').toISOString(),
})

test('placements of the same time stand in the same row in every hall, and a second one of a hall below', () => {
  const { times, rowOf } = boardRows(
    [at('a', 'East', '10:00'), at('b', 'East', '10:00'), at('c', 'West', '10:00')],
    undefined,
  )
  expect(times.slice(0, 3)).toEqual([
    { time: '09:00', row: 1 },
    { time: '10:00', row: 2 },
    { time: '11:00', row: 4 },
  ])
  expect(Object.fromEntries(rowOf)).toEqual({ a: 2, b: 3, c: 2 })
})

test('a time between two hours, or outside the usual ones, has a row of its own', () => {
  const { times } = boardRows([at('a', 'East', '10:30'), at('b', 'East', '19:15')], undefined)
  expect(times.map(({ time }) => time)).toEqual([
    ...['09:00', '10:00', '10:30', '11:00', '12:00', '13:00', '14:00'],
    ...['15:00', '16:00', '17:00', '18:00', '19:00', '19:15'],
  ])
})

test.each([
  ['08:30', 1],
  ['10:00', 3],
  ['18:00', 10],
])('at %s the line for now is row %i', (now, row) =>
  expect(boardRows([at('a', 'East', '10:00')], now).nowRow).toBe(row),
)

test('the time before and after a placement is the one beside it on the board', () => {
  const placement = at('a', 'East', '10:30')
  const board = boardRows([placement], undefined)
  expect([timeBeside(board, placement.startsAt, -1), timeBeside(board, placement.startsAt, 1)]).toEqual([
    '10:00',
    '11:00',
  ])
  expect(timeBeside(board, at('b', 'East', '09:00').startsAt, -1)).toBeUndefined()
})
