import { expect, test } from 'vitest'
import {
  explainUrnRefusal,
  isInNiche,
  nicheEvents,
  shelfEvents,
  twoPersonEvents,
  type UrnMove,
  urnEvents,
  urnEventsFrom,
  urnMoves,
} from './moves.ts'

test.each([
  ['family', true, ['receive']],
  ['family', false, []],
  ['counter', true, ['shelve', 'place', 'release']],
  ['counter', false, ['shelve', 'release']],
  ['shelf', true, ['place', 'move', 'release']],
  ['shelf', false, ['move', 'release']],
  ['niche', true, ['takeOut']],
  ['niche', false, ['takeOut']],
  ['staff', true, ['shelve', 'place', 'release']],
  ['staff', false, ['shelve', 'release']],
  ['listed', true, ['see', 'disprove']],
  ['listed', false, ['see', 'disprove']],
  ['nowhere', true, ['receive']],
  ['nowhere', false, []],
] as const)('an urn at %s, booking current: %s, may %j', (whereabouts, isCurrent, events) => {
  expect(urnEventsFrom({ whereabouts, isBookingApproved: isCurrent })).toEqual(events)
})

test.each([
  ['need two people', twoPersonEvents, ({ twoPeople }: UrnMove) => twoPeople],
  ['name a niche', nicheEvents, ({ from, to }: UrnMove) => [to, from.whereabouts ?? []].flat().some(isInNiche)],
  ['name a shelf', shelfEvents, ({ to }: UrnMove) => to === 'shelf'],
])('the events that %s are those of the table', (_, events, isListed) => {
  expect(urnEvents.filter((event) => isListed(urnMoves[event].moves[0])).toSorted()).toEqual([...events].toSorted())
})

test('a refusal says where the urn is, that its booking is not current, or that nobody has seen it yet', () => {
  const inNiche = { whereabouts: 'niche', nicheCode: 'TH-1A-03-05', shelf: '' } as const
  expect(explainUrnRefusal('release', inNiche)).toEqual({
    code: 'URN_NOT_MOVABLE',
    why: 'The urn cannot be released now. Where it is: in niche TH-1A-03-05.',
  })
  expect(explainUrnRefusal('place', { ...inNiche, whereabouts: 'counter' })).toEqual({
    code: 'URN_NOT_MOVABLE',
    why: 'Its booking is not confirmed for current use, so the urn cannot be placed.',
  })
  for (const event of ['takeOut', 'release', 'place', 'shelve'] as const)
    expect(explainUrnRefusal(event, { ...inNiche, whereabouts: 'listed' })).toEqual({
      code: 'URN_NOT_SEEN',
      why: 'TH-1A-03-05',
    })
})
