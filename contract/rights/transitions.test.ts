import { expect, test } from 'vitest'
import { roles } from '../roles.ts'
import { rightStateNames } from './right.ts'
import { rightEvents, rightStateAfter } from './transitions.ts'

const expected: Record<string, Record<string, string>> = {
  'none, not over': { grant: 'living' },
  'none, over': { grant: 'living' },
  'living, not over': { begin: 'living', surrender: 'surrendered' },
  'living, over': { end: 'ended', surrender: 'surrendered' },
  'ended, not over': { surrender: 'surrendered' },
  'ended, over': { surrender: 'surrendered' },
  'surrendered, not over': { restore: 'living' },
  'surrendered, over': { restore: 'ended' },
}

const states = (['none', ...rightStateNames] as const).flatMap((status) => [
  { status, over: false },
  { status, over: true },
])

test.each(states)('what may happen to a right that is $status and over: $over, and who may cause it', (state) => {
  const allowed = expected[`${state.status}, ${state.over ? 'over' : 'not over'}`] ?? {}
  /** Only time ends a right. */
  for (const event of rightEvents)
    for (const by of [...roles, 'system'] as const)
      expect([event, by, rightStateAfter(state, event, by)]).toEqual([
        event,
        by,
        event === 'end' && by !== 'system' ? undefined : allowed[event],
      ])
})
