import { expect, test } from 'vitest'
import type { ActName } from '#contract/second-person/guarded-acts.ts'
import {
  type Colleague,
  couldAskSomebodyElse,
  isFactorFresh,
  type Link,
  type LockedPerson,
  mayDoAlone,
  type People,
  refuseJudge,
  refuseSecond,
} from './decide-second.ts'

const now = new Date('2026-11-27T10:00:00Z')
const person = (userID: string, changes: Partial<LockedPerson> = {}): LockedPerson => ({
  userID,
  name: userID,
  role: 'staff',
  suspendedAt: null,
  closedAt: null,
  ...changes,
})
const clerks = (...names: string[]): Colleague[] => names.map((userID) => ({ userID, role: 'staff' }))
const house = (names: string, ...links: Link[]) => ({ colleagues: clerks(...names.split(' ')), links })
const [ann, ben] = [person('ann'), person('ben')]
const admin = person('boss', { role: 'admin' })

const annAndBen = { first: ann, second: ben }

test.each<[string, ActName, Partial<People>, ReturnType<typeof house>, string]>([
  ['two clerks', 'release', annAndBen, house('ann ben'), 'allowed'],
  ['two clerks, where one has to be an admin', 'clearNiche', annAndBen, house('ann ben'), 'noAdmin'],
  [
    'a clerk and an admin, where one has to be an admin',
    'clearNiche',
    { first: ann, second: admin },
    house('ann'),
    'allowed',
  ],
  [
    'an admin and a clerk, where one has to be an admin',
    'clearNiche',
    { first: admin, second: ann },
    house('ann'),
    'allowed',
  ],
  ['one person', 'release', { first: ann, second: ann }, house('ann ben'), 'same'],
  [
    'a witness as the second',
    'stockTake',
    { first: ann, second: person('ben', { role: 'witness' }) },
    house('ann'),
    'allowed',
  ],
  [
    'a witness signs a cash-up',
    'cashUp',
    { first: ann, second: person('ben', { role: 'witness' }) },
    house('ann'),
    'secondGone',
  ],
  [
    'the first was suspended',
    'release',
    { first: person('ann', { suspendedAt: now }), second: ben },
    house('ann ben'),
    'firstGone',
  ],
  [
    'the first was demoted',
    'cashUp',
    { first: person('ann', { role: 'user' }), second: ben },
    house('ben'),
    'firstGone',
  ],
  [
    'the first was closed',
    'place',
    { first: person('ann', { closedAt: now }), second: ben },
    house('ben'),
    'firstGone',
  ],
  ['the first was deleted', 'place', { second: ben }, house('ben'), 'firstGone'],
  [
    'the second was suspended',
    'place',
    { first: ann, second: person('ben', { suspendedAt: now }) },
    house('ann'),
    'secondGone',
  ],
  ['one gave the other the account', 'place', annAndBen, house('ann ben cy', ['ann', 'ben']), 'related'],
  ['the second gave the first the account', 'place', annAndBen, house('ann ben cy', ['ben', 'ann']), 'related'],
  [
    'a third person invited both',
    'place',
    annAndBen,
    house('ann ben boss cy', ['boss', 'ann'], ['boss', 'ben']),
    'related',
  ],
  [
    'a chain of three links',
    'place',
    annAndBen,
    house('ann ben cy', ['boss', 'ann'], ['boss', 'eve'], ['eve', 'ben']),
    'related',
  ],
  [
    'one person invited the whole house',
    'place',
    annAndBen,
    house('boss ann ben', ['boss', 'ann'], ['boss', 'ben']),
    'allowed',
  ],
  ['links that do not meet', 'place', annAndBen, house('ann ben cy', ['ann', 'cy'], ['ben', 'eve']), 'allowed'],
  [
    'only a witness is not related, who may not sign',
    'cashUp',
    annAndBen,
    { colleagues: [...clerks('ann', 'ben'), { userID: 'wit', role: 'witness' }], links: [['ann', 'ben']] },
    'allowed',
  ],
  [
    'the second took part in what is settled',
    'settleMismatch',
    { first: admin, second: ben, participants: ['boss', 'ben'] },
    house('ann ben'),
    'tookPart',
  ],
  [
    'everybody who is not related took part in what is settled',
    'settleMismatch',
    { first: admin, second: ben, participants: ['boss', 'ann'] },
    house('ann ben', ['boss', 'ben']),
    'allowed',
  ],
])('%s: %s', (_, act, people, facts, answer) => {
  expect(refuseSecond(act, { first: undefined, second: undefined, ...people }, facts) ?? 'allowed').toBe(answer)
})

test.each<[string, ActName, participants: string, ReturnType<typeof house>, string]>([
  ['took no part', 'returnMoney', 'ben', house('ann ben'), 'allowed'],
  ['took part', 'returnMoney', 'ann', house('ann ben'), 'tookPart'],
  ['took part, as everybody did', 'returnMoney', 'ann ben', house('ann ben'), 'allowed'],
  ['took part, and could ask only an admin, who may not', 'returnMoney', 'ann', house('ann'), 'allowed'],
  ['was invited by somebody who took part', 'settleDifference', 'boss', house('ann ben', ['boss', 'ann']), 'related'],
  ['is related through others', 'returnMoney', 'ben', house('ann ben cy', ['boss', 'ann'], ['boss', 'ben']), 'related'],
  ['is related, as everybody is', 'returnMoney', 'ben', house('ann ben', ['boss', 'ann'], ['boss', 'ben']), 'allowed'],
])('a judge who %s, %s of what %s took part in', (_, act, participants, facts, answer) => {
  expect(refuseJudge(act, 'ann', participants.split(' '), facts) ?? 'allowed').toBe(answer)
})

test('somebody else could be asked unless everybody in a role for it took part', () => {
  expect(couldAskSomebodyElse('returnMoney', ['ann'], clerks('ann', 'ben'))).toBe(true)
  expect(couldAskSomebodyElse('returnMoney', ['ann', 'ben'], clerks('ann', 'ben'))).toBe(false)
  expect(couldAskSomebodyElse('returnMoney', ['ann'], [{ userID: 'boss', role: 'admin' }])).toBe(false)
  expect(couldAskSomebodyElse('settleMismatch', ['ann'], [{ userID: 'wit', role: 'witness' }])).toBe(true)
})

const boss: Colleague = { userID: 'boss', role: 'admin' }
const other: Colleague = { userID: 'other', role: 'admin' }
const witness: Colleague = { userID: 'wit', role: 'witness' }
test.each<[string, ActName, string[], Colleague[], string]>([
  ['two staff and a witness', 'makeAdmin', ['boss'], [boss, other, witness], 'small'],
  ['somebody who was promoted lately, listed twice', 'makeAdmin', ['boss'], [boss, other, ...clerks('other')], 'small'],
  ['two admins and a clerk', 'makeAdmin', ['boss'], [boss, other, ...clerks('ann')], 'two'],
  ['one admin and two clerks', 'makeAdmin', ['boss'], [boss, ...clerks('ann', 'ben')], 'nobodyElse'],
  [
    'the other admin is whom it is about',
    'resetFactor',
    ['boss', 'other'],
    [boss, other, ...clerks('a')],
    'nobodyElse',
  ],
  ['one admin, two clerks and a witness', 'liftSuspension', ['boss'], [boss, witness, ...clerks('a', 'b')], 'two'],
  ['one clerk and two admins', 'settleProblem', ['ann'], [boss, other, ...clerks('ann')], 'nobodyElse'],
])('who may act alone: %s, %s', (_, act, people, colleagues, why) => {
  expect(mayDoAlone(act, people, { colleagues, isDemo: false }) ?? 'two').toBe(why)
  expect(mayDoAlone(act, people, { colleagues, isDemo: true })).toBe('demo')
})

const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
test.each<[string, ActName, number, number | undefined, boolean]>([
  ['a factor of 15 minutes ago', 'release', 15, undefined, true],
  ['a factor of 16 minutes ago', 'release', 16, undefined, false],
  ['a factor of 16 minutes ago, after a placement', 'release', 16, 5, false],
  ['a factor of 16 minutes ago, after a placement', 'place', 16, 5, true],
  ['a placement of 16 minutes ago', 'place', 40, 16, false],
  ['a placement before the factor', 'place', 16, 17, false],
  ['a round of two hours', 'place', 120, 1, true],
  ['a round of more than two hours', 'place', 121, 1, false],
])('%s for %s: fresh after %i minutes and a placement %s minutes ago is %s', (_, act, factor, placing, isFresh) => {
  const placingAt = placing === undefined ? null : minutesAgo(placing)
  expect(isFactorFresh(act, { factorAt: minutesAgo(factor), placingAt, now })).toBe(isFresh)
})
