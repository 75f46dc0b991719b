import { expect, test } from 'vitest'
import { roles } from '../roles.ts'
import { rightStateNames } from './right.ts'
import { rightEvents, rightStateAfter } from './transitions.ts'

/** What only staff note, and leaves the state as it is. */
const byStaff = ['addHolder', 'correctHolder', 'removeHolder', 'claim', 'consent', 'endClaim', 'passOn', 'endObjection']
const noted = (state: string) => Object.fromEntries([...byStaff, 'object'].map((event) => [event, state]))
/** An extension is paid, and perhaps refunded. */
const paid = (state: string) => ({ extend: 'living', retract: state })
const expected: Record<string, Record<string, string>> = {
  'none, not over': { grant: 'living' },
  'none, over': { grant: 'living' },
  'living, not over': { begin: 'living', surrender: 'surrendered', ...paid('living'), ...noted('living') },
  'living, over': { end: 'ended', surrender: 'surrendered', ...paid('living'), ...noted('living') },
  'ended, not over': { surrender: 'surrendered', ...paid('ended'), ...noted('ended') },
  'ended, over': { surrender: 'surrendered', ...paid('ended'), ...noted('ended') },
  'surrendered, not over': { restore: 'living', retract: 'surrendered' },
  'surrendered, over': { restore: 'ended', retract: 'surrendered' },
}

const states = (['none', ...rightStateNames] as const).flatMap((status) => [
  { status, over: false },
  { status, over: true },
])

test.each(states)('what may happen to a right that is $status and over: $over, and who may cause it', (state) => {
  const allowed = expected[`${state.status}, ${state.over ? 'over' : 'not over'}`] ?? {}
  /** Only time ends a right, only staff change who holds it, and holders object too. */
  const mayNot = (event: string, by: string) =>
    (event === 'end' && by !== 'system') ||
    (byStaff.includes(event) && by !== 'staff' && by !== 'admin') ||
    (event === 'object' && (by === 'witness' || by === 'system'))
  for (const event of rightEvents)
    for (const by of [...roles, 'system'] as const)
      expect([event, by, rightStateAfter(state, event, by)]).toEqual([
        event,
        by,
        mayNot(event, by) ? undefined : allowed[event],
      ])
})
