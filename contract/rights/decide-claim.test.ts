import { expect, test } from 'vitest'
import { roles } from '../roles.ts'
import { claimStateNames } from './claim.ts'
import { type ClaimState, claimEvents, claimStateAfter, explainClaim } from './decide-claim.ts'

const flags = [true, false]
const states = claimStateNames.flatMap((state) =>
  flags.flatMap((waited) =>
    flags.flatMap((blocked) => flags.map((consented): ClaimState => ({ state, waited, blocked, consented }))),
  ),
)

/** What staff may do about an open claim, by waited, blocked and consented. Nothing happens to one that has ended. */
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
  const { waited, blocked, consented } = state
  const allowed = state.state === 'asked' ? expected[`${waited} ${blocked} ${consented}`] : []
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
    expect(explainClaim(state, isFor, '2026-03-14') === undefined).toBe(
      claimStateAfter(state, event, 'staff') !== undefined,
    )
})
