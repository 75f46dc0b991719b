import { expect, test } from 'vitest'
import { defaultSteps, EndSteps, nextStepOf, readSteps, refuseClearing, silentFrom, waitAfter } from './after-end.ts'

const steps = readSteps(defaultSteps)
const recorded = (count: number) => steps.map((step, at) => ({ ...step, at: at < count ? new Date(0) : null }))
const ended = { state: 'ended', endsOn: '2026-03-14', heardAt: null, urnsAskedAt: null } as const

test('a house that has said nothing telephones, writes, puts a notice at the niche and one in the newspaper', () => {
  expect(steps).toEqual([
    { name: 'Telephone', days: 30 },
    { name: 'Letter', days: 90 },
    { name: 'Notice at the niche', days: 180 },
    { name: 'Newspaper', days: 90 },
  ])
  expect(readSteps(' Letter : 7 \n\n')).toEqual([{ name: 'Letter', days: 7 }])
})

test.each([
  ['', 'Please enter at least one step.'],
  [
    'Telephone',
    'Please write a name and a number of days from 1 to 999, such as Telephone: 30, instead of “Telephone”.',
  ],
  [
    'Telephone: 0',
    'Please write a name and a number of days from 1 to 999, such as Telephone: 30, instead of “Telephone: 0”.',
  ],
  ['A: 1\n'.repeat(9), 'Please enter at most 8 steps.'],
])('the list of steps %j is refused: %s', (text, message) => {
  expect(EndSteps.safeParse({ steps: text }).error?.issues[0]?.message).toBe(message)
})

test.each([
  ['2026-03-14', '2028-03-15'],
  ['2026-02-28', '2028-02-29'],
  ['2028-02-29', '2030-03-01'],
  ['2028-02-28', '2030-03-01'],
  ['2027-12-31', '2030-01-01'],
])('of a right whose last day is %s, 24 months have passed on %s', (endsOn, from) => {
  expect(silentFrom(endsOn)).toBe(from)
})

test('the first step is due on the day after the end, and each further one once its days have passed', () => {
  expect(nextStepOf({ ...ended, nextStepOn: null }, recorded(0))).toEqual({
    position: 0,
    name: 'Telephone',
    from: '2026-03-15',
  })
  expect(waitAfter('2026-03-14', 0, steps, '2026-03-20')).toBe('2026-04-19')
  expect(nextStepOf({ ...ended, nextStepOn: '2026-04-19' }, recorded(1))).toEqual({
    position: 1,
    name: 'Letter',
    from: '2026-04-19',
  })
})

test('after the last step the wait lasts until its days and 24 months have passed', () => {
  expect(waitAfter('2026-03-14', 3, steps, '2027-04-01')).toBe('2028-03-15')
  expect(waitAfter('2026-03-14', 3, steps, '2028-02-01')).toBe('2028-05-01')
  expect(nextStepOf({ ...ended, nextStepOn: '2028-03-15' }, recorded(4))).toEqual({
    position: -1,
    name: null,
    from: '2028-03-15',
  })
})

const waited = { ...ended, nextStepOn: '2028-03-15' }
test.each([
  ['all steps recorded and waited, after 24 months', waited, 4, '2028-03-15', undefined],
  ['the last day of the 24 months', waited, 4, '2028-03-14', 'STEPS_NOT_OVER'],
  ['a step that is not recorded', waited, 3, '2030-01-01', 'STEPS_NOT_OVER'],
  ['the last wait not over', { ...waited, nextStepOn: '2028-05-01' }, 4, '2028-04-30', 'STEPS_NOT_OVER'],
  [
    'a house with a short list, before 24 months',
    { ...waited, nextStepOn: '2026-05-01' },
    4,
    '2027-01-01',
    'STEPS_NOT_OVER',
  ],
  ['a family that waits to be heard', { ...waited, heardAt: new Date(0) }, 4, '2028-03-15', 'FAMILY_TO_HEAR'],
  [
    'a family that asks for its urns',
    { ...ended, nextStepOn: null, urnsAskedAt: new Date(0) },
    0,
    '2026-04-01',
    undefined,
  ],
  ['a right that was extended', { ...waited, state: 'living' as const }, 4, '2028-03-15', 'NOT_FOUND'],
])('taking the urns to a shelf, %s', (_, right, count, today, refusal) => {
  expect(refuseClearing(right, recorded(count), today)).toBe(refusal)
})
