import { expect, test } from 'vitest'
import type { PlacementTasks } from '#contract/appointments/api.ts'
import {
  counterFigures,
  explainPending,
  moneyFigures,
  rightFigures,
  standstillFigures,
  waitFigures,
} from './morning-figures.ts'

const now = Date.parse('2026-11-25T04:00:00Z')
const nothing = {
  pending: 0,
  unpaid: 0,
  urnRequests: 0,
  refunds: 0,
  overdueBills: 0,
  returnedLetters: 0,
  longestWait: null,
  waitsLongest: null,
}
const noTasks: PlacementTasks = { proposed: [], unfinished: [], notPlaced: [], expired: [], withoutAppointment: [] }

test('figures that are zero are left out', () => {
  expect(counterFigures(nothing, now)).toEqual([])
  const totals = { outstanding: '0.00', toRefund: '0.00' }
  expect(moneyFigures({ totals, overdue: { bills: 0, amount: '0.00' } })).toEqual([])
  expect(standstillFigures(noTasks, [])).toEqual([])
  expect(standstillFigures(undefined, undefined)).toEqual([])
  expect(waitFigures(nothing, now)).toEqual([])
  for (const none of [undefined, { heard: 0, due: 0, claims: 0 }]) expect(rightFigures(none)).toEqual([])
})

test('bookings to decide are the pending ones that are paid and not urn requests, and the longest wait is in days', () => {
  const counts = {
    pending: 37,
    unpaid: 4,
    urnRequests: 3,
    refunds: 0,
    overdueBills: 0,
    returnedLetters: 0,
    longestWait: '2026-11-19T04:00:00.000Z',
    waitsLongest: 'B-7K2M9QX4TR',
  }
  expect(counterFigures(counts, now).map(({ name, value }) => [name, value])).toEqual([
    ['Bookings to decide', 30],
    ['Urn requests', 3],
    ['Longest wait', '6 days'],
    ['Unpaid holds', 4],
  ])
})

test('the longest wait is shown to admins, too, who cannot open the queue, and leads to the person', () => {
  const waiting = { longestWait: '2026-11-19T04:00:00.000Z', waitsLongest: 'B-7K2M9QX4TR' }
  expect(waitFigures({ ...nothing, ...waiting }, now).map(({ name, value, to }) => [name, value, to])).toEqual([
    ['Longest wait', '6 days', '/person/B-7K2M9QX4TR'],
  ])
})

test('each figure of money that is open leads to the page Money, and overdue bills lead to their list', () => {
  const totals = { outstanding: '3800.00', toRefund: '500.00' }
  expect(moneyFigures({ totals, overdue: { bills: 2, amount: '80.00' } }).map(({ value, to }) => [value, to])).toEqual([
    ['SGD 3,800.00', '/money'],
    [2, '/bills?state=overdue'],
    ['SGD 500.00', '/money'],
  ])
  const counts = { ...nothing, overdueBills: 1 }
  expect(counterFigures(counts, now).map(({ value, to }) => [value, to])).toEqual([[1, '/bills?state=overdue']])
})

test('a family that wants to be heard, steps that are due and claims to decide lead to their rights', () => {
  expect(rightFigures({ heard: 1, due: 3, claims: 2 }).map(({ name, value, to }) => [name, value, to])).toEqual([
    ['Families to hear', 1, '/rights?state=ended&waits=heard'],
    ['Rights after their end', 3, '/rights?state=ended&waits=due'],
    ['Claims to decide', 2, '/rights?waits=claims'],
  ])
})

test('letters that came back lead to their list', () => {
  const figures = counterFigures({ ...nothing, returnedLetters: 2 }, now)
  expect(figures.map(({ name, value, to }) => [name, value, to])).toEqual([
    ['Returned letters', 2, '/letters-to-post#posted'],
  ])
})

test('past appointments lead to the earliest of their days, and a list that the server cuts says so', () => {
  const unfinished = ['2026-11-24T02:00:00.000Z', '2026-11-20T17:00:00.000Z'].map((startsAt) => ({ startsAt }))
  const notPlaced = Array.from({ length: 50 })
  const figures = standstillFigures(
    { ...noTasks, unfinished, notPlaced } as PlacementTasks,
    Array.from({ length: 500 }),
  )
  expect(figures.map(({ name, value, to }) => [name, value, to])).toEqual([
    ['Past appointments', 2, '/placements?day=2026-11-21'],
    ['Not placed yet', '50 or more', '/placements'],
    ['Differences', '500 or more', '/stock-take'],
  ])
})

test('all that is pending says how it differs from the bookings to decide', () => {
  const counts = {
    pending: 36,
    unpaid: 4,
    urnRequests: 2,
    refunds: 0,
    overdueBills: 0,
    returnedLetters: 0,
    longestWait: null,
    waitsLongest: null,
  }
  expect(explainPending(37, counts)).toBe('30 to decide, 2 urn requests, 4 not paid yet, 1 waiting for a certificate')
  expect(explainPending(0, nothing)).toBe('')
})
