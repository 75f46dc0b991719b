import { expect, test } from 'vitest'
import { type BookingOfNiche, type NamedRight, planNiche } from './settle-niche.ts'

const right = (rightID: string, state: NamedRight['state'] = 'living'): NamedRight => ({
  rightID,
  state,
  basis: 'perpetual',
  years: null,
  endsOn: null,
})
const booking = (bookingID: string, differences: Partial<BookingOfNiche>): BookingOfNiche => ({
  bookingID,
  holds: true,
  urnPlaced: false,
  placedOn: null,
  right: null,
  ...differences,
})
const [first, later, other] = [right('1'), right('1', 'surrendered'), right('2')]
const gone = { holds: false }

test.each([
  ['the first confirmed booking', [booking('A', {})], [], 'grant', ['A']],
  ['two that were confirmed elsewhere', [booking('A', {}), booking('B', {})], [], 'grant', ['A', 'B']],
  ['a booking that has its right', [booking('A', { right: first })], [], 'keep 1', []],
  ['a second person', [booking('A', { right: first }), booking('B', {})], [], 'keep 1', ['B']],
  ['a right that has ended', [booking('A', { right: right('1', 'ended') }), booking('B', {})], [], 'keep 1', ['B']],
  ['the last booking that ends', [booking('A', { right: first, ...gone })], ['1'], null, []],
  ['one of two that ends', [booking('A', { right: first, ...gone }), booking('B', { right: first })], [], 'keep 1', []],
  [
    'an ended booking whose urn is in the niche',
    [booking('A', { right: first, ...gone, urnPlaced: true })],
    [],
    null,
    [],
  ],
  ['a booking that returns', [booking('A', { right: later })], [], 'restore 1', []],
  [
    'one of two that returns',
    [booking('A', { right: later, ...gone }), booking('B', { right: later })],
    [],
    'restore 1',
    [],
  ],
  [
    'another family after a booking that was archived elsewhere',
    [booking('A', { right: first, ...gone }), booking('B', {})],
    ['1'],
    'grant',
    ['B'],
  ],
  [
    'the first family again after another one',
    [booking('A', { right: later }), booking('B', { right: right('2', 'surrendered'), ...gone })],
    [],
    'restore 1',
    [],
  ],
  [
    'the first family again after another one whose end nobody noted',
    [booking('A', { right: later }), booking('B', { right: other, ...gone })],
    ['2'],
    'restore 1',
    [],
  ],
  ['a booking that was never confirmed', [booking('A', gone)], [], null, []],
] as const)('%s', (_, bookings, surrendered, event, toName) => {
  const plan = planNiche(bookings)
  expect(plan.surrender.map(({ rightID }) => rightID)).toEqual(surrendered)
  const rightID = plan.right && plan.right.event !== 'grant' ? ` ${plan.right.right.rightID}` : ''
  expect(plan.right && `${plan.right.event}${rightID}`).toBe(event)
  expect(plan.toName).toEqual(toName)
})

test('the first placement begins a term that waits for it, and only once', () => {
  const waiting = { ...first, basis: 'firstPlacement', years: 30 } as const
  const placed = [
    booking('A', { right: waiting, placedOn: '2026-05-02' }),
    booking('B', { right: waiting, placedOn: '2026-03-14' }),
  ]
  expect(planNiche(placed).beginsOn).toBe('2026-03-14')
  expect(planNiche([booking('A', { right: waiting })]).beginsOn).toBeNull()
  const begun = { ...waiting, endsOn: '2056-03-14' }
  expect(planNiche(placed.map((each) => ({ ...each, right: begun }))).beginsOn).toBeNull()
})
