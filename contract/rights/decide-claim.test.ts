import { expect, test } from 'vitest'
import { roles } from '../roles.ts'
import { claimStateNames } from './claim.ts'
import { type ClaimState, claimEvents, claimStateAfter, explainClaim, lastDayToObject } from './decide-claim.ts'

const flags = [true, false]
const states = claimStateNames.flatMap((state) =>
  flags.flatMap((waited) =>
    flags.flatMap((blocked) =>
      flags.flatMap((consented) =>
        flags.map((surrendered): ClaimState => ({ state, waited, blocked, consented, surrendered })),
      ),
    ),
  ),
)

/** What staff may do about an open claim, by waited, blocked and consented. Of a surrendered right it is only withdrawn. Nothing happens to one that has ended. */
const expected: Record<string, string[]> = {
  'true false true': ['decideFor', 'decideAgainst', 'withdraw'],
  'true false false': ['consent', 'decideAgainst', 'withdraw'],
  'true true true': ['withdraw'],
  'true true false': ['consent', 'withdraw'],
  'false false true': ['withdraw'],
  'false false false': ['consent', 'withdraw'],
  'false true true': ['withdraw'],
  'false true false': ['consent', 'withdraw'],
}

test.each(states)('%j: staff may do what the table says, and families and witnesses nothing', (state) => {
  const { waited, blocked, consented, surrendered } = state
  const open = surrendered ? ['withdraw'] : expected[`${waited} ${blocked} ${consented}`]
  const allowed = state.state === 'asked' ? open : []
  for (const role of roles)
    expect([role, claimEvents.filter((event) => claimStateAfter(state, event, role))]).toEqual([
      role,
      role === 'staff' || role === 'admin' ? allowed : [],
    ])
})

test.each(states)('%j: staff read why it cannot be decided exactly if it cannot', (state) => {
  for (const [event, isFor] of [
    ['decideFor', true],
    ['decideAgainst', false],
  ] as const)
    for (const unposted of [0, 1])
      expect(explainClaim(state, isFor, { objectUntil: '2026-03-14', unposted }) === undefined).toBe(
        claimStateAfter(state, event, 'staff') !== undefined,
      )
})

test.each([
  ['without letters by post', null, '2026-03-14'],
  ['posted on the day of the claim', '2026-02-28', '2026-03-14'],
  ['posted a week later', '2026-03-07', '2026-03-21'],
])(
  'letters about a claim of fourteen days, %s: others can object until the last one is fourteen days old',
  (_, postedOn, until) => {
    expect(lastDayToObject(new Date('2026-02-28T04:00:00Z'), '2026-03-14', postedOn)).toBe(until)
  },
)
