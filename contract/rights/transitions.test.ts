import { expect, test } from 'vitest'
import { roles } from '../roles.ts'
import { rightStateNames } from './right.ts'
import { rightEvents, rightStateAfter } from './transitions.ts'

const holders = (state: string) => ({
  addHolder: state,
  correctHolder: state,
  removeHolder: state,
  addContact: state,
  changeContact: state,
  acceptContact: state,
  declineContact: state,
  removeContact: state,
})
/** An extension is paid, and perhaps refunded. */
const paid = (state: string) => ({ extend: 'living', retract: state })
const expected: Record<string, Record<string, string>> = {
  'none, not over': { grant: 'living' },
  'none, over': { grant: 'living' },
  'living, not over': { begin: 'living', surrender: 'surrendered', ...paid('living'), ...holders('living') },
  'living, over': { end: 'ended', surrender: 'surrendered', ...paid('living'), ...holders('living') },
  'ended, not over': { surrender: 'surrendered', ...paid('ended'), ...holders('ended') },
  'ended, over': { surrender: 'surrendered', ...paid('ended'), ...holders('ended') },
  'surrendered, not over': { restore: 'living', retract: 'surrendered' },
  'surrendered, over': { restore: 'ended', retract: 'surrendered' },
}

const states = (['none', ...rightStateNames] as const).flatMap((status) => [
  { status, over: false },
  { status, over: true },
])

test.each(states)('what may happen to a right that is $status and over: $over, and who may cause it', (state) => {
  const allowed = expected[`${state.status}, ${state.over ? 'over' : 'not over'}`] ?? {}
  const isHolders = (event: string) => event.endsWith('Holder')
  const isStaff = (by: string) => by === 'staff' || by === 'admin'
  /** The holder names contacts too. They answer by a link without an account, or staff record that they have signed. */
  const mayAnswer = (event: string, by: string) =>
    event === 'declineContact' ? by === 'system' : isStaff(by) || by === (event === 'acceptContact' ? 'system' : 'user')
  /** Only time ends a right, and only staff change who holds it. */
  const mayNot = (event: string, by: string) =>
    (event === 'end' && by !== 'system') ||
    (isHolders(event) && !isStaff(by)) ||
    (event.endsWith('Contact') && !mayAnswer(event, by))
  for (const event of rightEvents)
    for (const by of [...roles, 'system'] as const)
      expect([event, by, rightStateAfter(state, event, by)]).toEqual([
        event,
        by,
        mayNot(event, by) ? undefined : allowed[event],
      ])
})
