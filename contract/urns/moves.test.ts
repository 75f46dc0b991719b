import { expect, test } from 'vitest'
import { allowedUrnMoves, explainUrnRefusal, twoPersonEvents, type UrnMove, urnEvents, urnEventsFrom } from './moves.ts'

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
] as const)('an urn at %s, booking current: %s, may %j', (place, isCurrent, events) => {
  expect(urnEventsFrom(place, isCurrent)).toEqual(events)
})

test('placing, taking out and releasing need two people, and nothing else does', () => {
  const needTwo = urnEvents.filter((event) => (allowedUrnMoves[event] as UrnMove).twoPeople)
  expect(needTwo).toEqual(twoPersonEvents)
})

test('a refusal says where the urn is, or that its booking is not current', () => {
  const inNiche = { place: 'niche', nicheCode: 'TH-1A-03-05', shelf: '' } as const
  expect(explainUrnRefusal('release', inNiche)).toBe(
    'The urn cannot be released now. Where it is: in niche TH-1A-03-05.',
  )
  expect(explainUrnRefusal('place', { ...inNiche, place: 'counter' })).toBe(
    'Its booking is not confirmed for current use, so the urn cannot be placed.',
  )
})
