import { expect, test } from 'vitest'
import { readCalendar, type Schedule } from './free-times.ts'
import { everyDay, readExceptions, readHours } from './hours.ts'

const closed = everyDay('')
const weekdaysOnly: Schedule = {
  hours: {
    ...everyDay('9:00-12:00'),
    monday: '9:00-12:00, 13:30-15:00',
    saturday: '',
    sunday: '',
  },
  exceptions: '',
  slotMinutes: 60,
  capacity: 1,
}
const timesOn = (schedule: Schedule, day: string) =>
  readCalendar(schedule)
    .slotsOn(day)
    .map(({ time }) => time)
/** 2026-11-20 is a Friday. */
const [friday, sunday, monday] = ['2026-11-20', '2026-11-22', '2026-11-23'] as const

test.each([
  [
    '9:00-12:00, 13:00-17:30',
    [
      { from: '09:00', until: '12:00' },
      { from: '13:00', until: '17:30' },
    ],
  ],
  ['09:00 to 12:00', [{ from: '09:00', until: '12:00' }]],
  ['', []],
  ['12:00-9:00', undefined],
  ['9:00-12:00, 11:00-13:00', undefined],
  ['9:00-12:00,', undefined],
  ['9-12', undefined],
  ['9:00-25:00', undefined],
])('the hours "%s" are read as periods in order, or refused', (text, periods) => {
  expect(readHours(text)).toEqual(periods)
})

test('exceptions are one day on each line, closed or with other hours', () => {
  expect(readExceptions(' 2026-12-25: Closed\n\n2026-12-24:9:00-10:00 ')).toEqual(
    new Map([
      ['2026-12-25', []],
      ['2026-12-24', [{ from: '09:00', until: '10:00' }]],
    ]),
  )
  for (const text of ['2026-02-30: closed', 'Christmas: closed', '2026-12-25', '2026-12-25:']) {
    expect(readExceptions(text), text).toBeUndefined()
  }
})

test('each period is divided into slots, and what is left of it is not offered', () => {
  expect(timesOn(weekdaysOnly, monday)).toEqual(['09:00', '10:00', '11:00', '13:30'])
  expect(timesOn({ ...weekdaysOnly, slotMinutes: 45 }, monday)).toEqual([
    '09:00',
    '09:45',
    '10:30',
    '11:15',
    '13:30',
    '14:15',
  ])
  expect(timesOn(weekdaysOnly, sunday)).toEqual([])
  const [first] = readCalendar(weekdaysOnly).slotsOn(monday)
  expect(first).toEqual({
    time: '09:00',
    startsAt: new Date('2026-11-23T01:00:00Z'),
    endsAt: new Date('2026-11-23T02:00:00Z'),
  })
})

test('an exception replaces the hours of its day', () => {
  const exceptions = '2026-11-23: closed\n2026-11-22: 10:00-11:00'
  expect(timesOn({ ...weekdaysOnly, exceptions }, monday)).toEqual([])
  expect(timesOn({ ...weekdaysOnly, exceptions }, sunday)).toEqual(['10:00'])
})

test('families choose from the second working day after today on; a day without hours is no working day', () => {
  const firstDay = (schedule: Schedule, today: string) => readCalendar(schedule).daysFrom(today)[0]
  expect(firstDay(weekdaysOnly, friday)).toBe('2026-11-24')
  expect(firstDay(weekdaysOnly, sunday)).toBe('2026-11-24')
  expect(firstDay(weekdaysOnly, monday)).toBe('2026-11-25')
  expect(firstDay({ ...weekdaysOnly, exceptions: '2026-11-24: closed' }, monday)).toBe('2026-11-26')
  expect(firstDay({ ...weekdaysOnly, hours: { ...weekdaysOnly.hours, saturday: '9:00-12:00' } }, friday)).toBe(
    '2026-11-23',
  )
  expect(firstDay({ ...weekdaysOnly, hours: closed }, friday)).toBeUndefined()
})
